import { useRef, useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import type { Wording } from '../../applications/moves.ts'
import type { ReviewAction } from '../decisions/review-action.ts'

export interface RowActions {
  /** Opens it in the reading pane, or in the dialog on a narrow window. */
  read(record: ApplicationRecord): void
  view(record: ApplicationRecord): void
  decide(record: ApplicationRecord, act: ReviewAction, wording?: Wording): void
  remove(record: ApplicationRecord): void
  /** Adds it to the bulk selection, or removes it; `range`: adds all from the last one that was added to this one. */
  toggle(record: ApplicationRecord, range?: boolean): void
  isSelected(record: ApplicationRecord): boolean
}

/** The same object in each render, so that no row is rendered again for it. Its functions call the latest ones. */
export function useSameActions(actions: RowActions): RowActions {
  const latest = useRef(actions)
  latest.current = actions
  const [same] = useState<RowActions>(() => ({
    read: (record) => latest.current.read(record),
    view: (record) => latest.current.view(record),
    decide: (record, act, wording) => latest.current.decide(record, act, wording),
    remove: (record) => latest.current.remove(record),
    toggle: (record, range) => latest.current.toggle(record, range),
    isSelected: (record) => latest.current.isSelected(record),
  }))
  return same
}
