import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { ApplicationRecord, ApplicationReply } from '../../api/replies.ts'
import type { BulkDecisionProps, Decision } from '../decisions/BulkDecision.tsx'
import { decide, deleteApplication } from '../decisions/decide.ts'
import { undoLast } from '../decisions/undo.ts'
import { showLetterOf } from '../letters/letters.ts'
import { useKeys } from '../ui/use-keys.ts'
import { focusList, isListFocused } from './list-focus.ts'
import { type ListState, type Neighbours, nextPending, useLastShown, useNeighbours } from './neighbours.ts'
import type { RowActions } from './Row.tsx'
import { readUrlState, useUrlState } from './url-state.ts'

export interface Reading {
  /** The selected application, in the pane. */
  readonly pane: Neighbours
  /** The one in the dialog. */
  readonly dialog: Neighbours
  readonly actions: RowActions
  /** Those that are decided together, and what is asked about them. */
  readonly batch: Omit<BulkDecisionProps, 'pending'>
  /** The application that is to be deleted, once the question is answered. */
  readonly pendingDeletion: ApplicationRecord | undefined
  cancelDeletion(): void
  confirmDeletion(record: ApplicationRecord): void
  closeDetails(): void
}

export interface ReadingParts {
  readonly list: ListState
  /** Whether there is room beside the list. */
  readonly isWide: boolean
  /** Whether single keys act now. */
  readonly keysOn: boolean
  readonly searchField: RefObject<HTMLInputElement | null>
  showKeys(): void
}

/** What is read, what is done about it, and the keys for both. */
export function useReading({ list: shelf, isWide, keysOn, searchField, showKeys }: ReadingParts): Reading {
  const client = useQueryClient()
  const [urlState, go] = useUrlState()
  const [selected, select] = useState<string>()
  const [marked, mark] = useState<ReadonlySet<string>>(new Set())
  const [decision, setDecision] = useState<Decision>()
  const [doomed, setPendingDeletion] = useState<ApplicationRecord>()
  const { records } = shelf
  const inDialog = urlState.details !== undefined
  const beside = useLastShown(useNeighbours(shelf, isWide ? selected : undefined), isWide ? selected : undefined, urlState)
  const open = useNeighbours(shelf, urlState.details)

  const view = (record: ApplicationRecord): void => go({ details: record.id }, inDialog ? 'replace' : 'push')

  /** A step back where opening them was one, so that Back does not open them again. */
  const closeDetails = (): void => {
    if ((history.state as { desk?: boolean } | null)?.desk === true) history.back()
    else go({ details: undefined }, 'replace')
  }

  /** What was taken back is read again, if one was reading. */
  const reselect = (record: ApplicationRecord): void => {
    select((now) => (now === undefined ? now : record.id))
    if (!isWide && readUrlState(location).details !== undefined) go({ details: record.id }, 'replace')
  }

  const actions: RowActions = {
    view,
    read: (record) => {
      select(record.id)
      if (!isWide) view(record)
    },
    decide: async (record, status) => {
      const following = nextPending(records, record.id)
      const done = await decide(client, record, status, reselect)
      if (!done) return
      // On to the next one; in a dialog over the pane one stays, to see what became of it.
      if (record.id === selected && !inDialog) select(following?.id ?? record.id)
      if (!isWide && following !== undefined && record.id === readUrlState(location).details)
        go({ details: following.id }, 'replace')
    },
    remove: setPendingDeletion,
    toggle: ({ id }) => mark((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id])),
    isSelected: ({ id }) => marked.has(id),
  }

  const confirmDeletion = async (record: ApplicationRecord): Promise<void> => {
    if (!(await deleteApplication(client, record, reselect))) return
    if (record.id === urlState.details) closeDetails()
    if (record.id === selected) select((beside.next ?? beside.previous)?.id)
  }

  /** What the keys act on: the open details, in the list or not, or else the selected application. */
  const at = inDialog ? open : beside
  const target =
    at.record ?? (inDialog ? client.getQueryData<ApplicationReply>(['application', urlState.details])?.application : undefined)
  const surface = inDialog ? '[data-details]' : '[data-pane]'

  const step = (to: ApplicationRecord | undefined): void => {
    if (to === undefined) return
    if (inDialog) view(to)
    else select(to.id)
  }
  const batch = records.filter((record) => marked.has(record.id) && record.status === 'pending')

  /** What is selected owns the keys: none of them decides about the application under the cursor alone. */
  const decideBy = (status: Decision) => (): void => {
    const meeting = target?.status === 'pitch' && status !== 'pitch' && inDialog
    if (batch.length > 0 && !inDialog) setDecision(status)
    else if (target !== undefined && (target.status === 'pending' || meeting)) actions.decide(target, status)
  }
  /** On to the next one, which is selected with the one that was read. */
  const extend = (to: ApplicationRecord | undefined) => (): void => {
    if (inDialog) return
    const more = [target, to].flatMap((one) => (one?.status === 'pending' ? [one.id] : []))
    mark((before) => new Set([...before, ...more]))
    step(to)
  }
  /** From wherever one writes back to the list; in the list, away from what is selected. */
  const leave = (): void => {
    if (!isListFocused()) focusList()
    else mark(new Set())
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

  const down = at.next ?? (at.position === '' ? records[0] : undefined)

  useKeys(
    {
      j: () => step(down),
      k: () => step(at.previous),
      'Shift+j': extend(down),
      'Shift+k': extend(at.previous),
      // What is open over the desk closes itself.
      Escape: inDialog ? undefined : leave,
      o: openDetails,
      Enter: openDetails,
      ' ': readOn(1),
      'Shift+Space': readOn(-1),
      a: decideBy('approved'),
      p: decideBy('pitch'),
      r: decideBy('rejected'),
      l: () => {
        const known = target && client.getQueryData<ApplicationReply>(['application', target.id])
        if (target !== undefined) showLetterOf(target, known?.messages ?? [])
      },
      d: () => target && setPendingDeletion(target),
      u: undoLast,
      z: undoLast,
      'Ctrl+z': undoLast,
      s: () => document.querySelector<HTMLElement>(`${surface} [data-scores] input`)?.focus(),
      x: () => target?.status === 'pending' && !inDialog && actions.toggle(target),
      n: () => document.querySelector<HTMLElement>(`${surface} textarea`)?.focus(),
      '/': inDialog ? undefined : () => searchField.current?.focus(),
      '?': showKeys,
    },
    keysOn && doomed === undefined && decision === undefined,
  )

  return {
    batch: {
      selected: batch,
      decision,
      setDecision: setDecision,
      setSelected: (next) => mark(new Set(next.map((record) => record.id))),
    },
    pane: beside,
    dialog: open,
    actions,
    pendingDeletion: doomed,
    cancelDeletion: () => setPendingDeletion(undefined),
    confirmDeletion: (record) => void confirmDeletion(record),
    closeDetails,
  }
}
