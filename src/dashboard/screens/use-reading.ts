import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { ApplicationRecord, ApplicationReply } from '../../api/replies.ts'
import type { Status } from '../../applications/application.ts'
import { decide, remove } from '../data/decide.ts'
import { seeLetter } from '../data/see-letter.ts'
import { undoLast } from '../data/undo.ts'
import { useKeys } from '../data/use-keys.ts'
import { usePlace } from '../data/use-place.ts'
import { nextPending, type Shelf, useWalk, type Walk } from '../data/walk.ts'
import type { RowActions } from '../parts/Row.tsx'

export interface Reading {
  /** The selected application, in the pane. */
  readonly beside: Walk
  /** The one in the dialog. */
  readonly open: Walk
  readonly actions: RowActions
  /** The pending applications that were chosen to be decided together. */
  readonly chosen: readonly ApplicationRecord[]
  choose(records: readonly ApplicationRecord[]): void
  /** The application that is to be deleted, once the question is answered. */
  readonly doomed: ApplicationRecord | undefined
  spare(): void
  removeNow(record: ApplicationRecord): void
  closeDetails(): void
}

export interface ReadingParts {
  readonly shelf: Shelf
  /** Whether there is room beside the list. */
  readonly isWide: boolean
  /** Whether single keys act now. */
  readonly keysOn: boolean
  readonly searchField: RefObject<HTMLInputElement | null>
  showKeys(): void
}

/** What is read, what is done about it, and the keys for both. */
export function useReading({ shelf, isWide, keysOn, searchField, showKeys }: ReadingParts): Reading {
  const client = useQueryClient()
  const [place, go] = usePlace()
  const [selected, select] = useState<string>()
  const [marked, mark] = useState<ReadonlySet<string>>(new Set())
  const [doomed, setDoomed] = useState<ApplicationRecord>()
  const { records } = shelf
  const inDialog = place.details !== undefined
  const beside = useWalk(shelf, isWide ? selected : undefined)
  const open = useWalk(shelf, place.details)

  const view = (record: ApplicationRecord): void => go({ details: record.id }, inDialog ? 'replace' : 'push')

  /** A step back where opening them was one, so that Back does not open them again. */
  const closeDetails = (): void => {
    if ((history.state as { desk?: boolean } | null)?.desk === true) history.back()
    else go({ details: undefined }, 'replace')
  }

  /** What was taken back is read again, if one was reading. */
  const comeBack = (record: ApplicationRecord): void => select((now) => (now === undefined ? now : record.id))

  const actions: RowActions = {
    view,
    read: (record) => {
      select(record.id)
      if (!isWide) view(record)
    },
    decide: async (record, status) => {
      const following = nextPending(records, record.id)
      const done = await decide(client, record, status, comeBack)
      // On to the next one; in the dialog one stays, to see what became of it.
      if (done && record.id === selected && !inDialog) select(following?.id ?? record.id)
    },
    remove: setDoomed,
    choose: ({ id }) => mark((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id])),
    isChosen: ({ id }) => marked.has(id),
  }

  const removeNow = async (record: ApplicationRecord): Promise<void> => {
    if (!(await remove(client, record, comeBack))) return
    if (record.id === place.details) closeDetails()
    if (record.id === selected) select((beside.next ?? beside.previous)?.id)
  }

  /** What the keys act on: the open details, in the list or not, or else the selected application. */
  const at = inDialog ? open : beside
  const target =
    at.record ?? (inDialog ? client.getQueryData<ApplicationReply>(['application', place.details])?.application : undefined)
  const surface = inDialog ? '[data-details]' : '[data-pane]'

  const step = (to: ApplicationRecord | undefined): void => {
    if (to === undefined) return
    if (inDialog) view(to)
    else select(to.id)
  }
  const decideBy = (status: Status) => (): void => {
    const meeting = target?.status === 'pitch' && status !== 'pitch' && inDialog
    if (target !== undefined && (target.status === 'pending' || meeting)) actions.decide(target, status)
  }
  const openDetails = (): void => {
    if (target !== undefined) view(target)
  }
  /** Scrolls what is read by most of its height; undefined where nothing is open, so that the page scrolls as ever. */
  const readOn = (by: 1 | -1): (() => void) | undefined =>
    target === undefined
      ? undefined
      : () => {
          const page = document.querySelector(`${surface} [data-scroll]`)
          page?.scrollBy({ top: by * page.clientHeight * 0.85 })
        }

  useKeys(
    {
      j: () => step(at.next ?? (at.record === undefined ? records[0] : undefined)),
      k: () => step(at.previous),
      o: openDetails,
      Enter: openDetails,
      ' ': readOn(1),
      'Shift+Space': readOn(-1),
      a: decideBy('approved'),
      p: decideBy('pitch'),
      r: decideBy('rejected'),
      l: () => {
        const known = target && client.getQueryData<ApplicationReply>(['application', target.id])
        if (target !== undefined) seeLetter(target, known?.messages ?? [])
      },
      d: () => target && setDoomed(target),
      u: undoLast,
      z: undoLast,
      'Ctrl+z': undoLast,
      s: () => document.querySelector<HTMLElement>(`${surface} [data-scores] input`)?.focus(),
      x: () => target?.status === 'pending' && !inDialog && actions.choose(target),
      n: () => document.querySelector<HTMLElement>(`${surface} textarea`)?.focus(),
      '/': inDialog ? undefined : () => searchField.current?.focus(),
      '?': showKeys,
    },
    keysOn && doomed === undefined,
  )

  return {
    chosen: records.filter((record) => marked.has(record.id) && record.status === 'pending'),
    choose: (next) => mark(new Set(next.map((record) => record.id))),
    beside,
    open,
    actions,
    doomed,
    spare: () => setDoomed(undefined),
    removeNow: (record) => void removeNow(record),
    closeDetails,
  }
}
