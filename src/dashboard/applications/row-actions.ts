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
