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
  /** The selected application, in the reading pane. */
  readonly pane: Neighbours
  /** The application in the details dialog. */
  readonly dialog: Neighbours
  readonly actions: RowActions
  /** The selection for a bulk decision. */
  readonly batch: Omit<BulkDecisionProps, 'pending'>
  /** The application whose deletion awaits confirmation. */
  readonly pendingDeletion: ApplicationRecord | undefined
  cancelDeletion(): void
  confirmDeletion(record: ApplicationRecord): void
  closeDetails(): void
}

export interface ReadingParts {
  readonly list: ListState
  /** Whether the reading pane fits next to the list. */
  readonly isWide: boolean
  /** Whether keyboard shortcuts act now. */
  readonly keysOn: boolean
  readonly searchField: RefObject<HTMLInputElement | null>
  showKeys(): void
}

/** Selection, open details, the actions on applications, and their keyboard shortcuts. */
export function useReading({ list, isWide, keysOn, searchField, showKeys }: ReadingParts): Reading {
  const client = useQueryClient()
  const [urlState, go] = useUrlState()
  const [selected, select] = useState<string>()
  const [marked, mark] = useState<ReadonlySet<string>>(new Set())
  const [decision, setDecision] = useState<Decision>()
  const [pendingDeletion, setPendingDeletion] = useState<ApplicationRecord>()
  const { records } = list
  const inDialog = urlState.details !== undefined
  const pane = useLastShown(useNeighbours(list, isWide ? selected : undefined), isWide ? selected : undefined, urlState)
  const open = useNeighbours(list, urlState.details)

  const view = (record: ApplicationRecord): void => go({ details: record.id }, inDialog ? 'replace' : 'push')

  /** Steps back when opening the details added a history step, so that Back does not open them again. */
  const closeDetails = (): void => {
    if ((history.state as { desk?: boolean } | null)?.desk === true) history.back()
    else go({ details: undefined }, 'replace')
  }

  /** Selects or opens an application again whose decision or deletion was undone. */
  const reselect = (record: ApplicationRecord): void => {
    select((current) => (current === undefined ? current : record.id))
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
      // Continues with the next pending application; the dialog over the pane stays, to show the outcome.
      if (record.id === selected && !inDialog) select(following?.id ?? record.id)
      if (!isWide && following !== undefined && record.id === readUrlState(location).details)
        go({ details: following.id }, 'replace')
    },
    remove: setPendingDeletion,
    toggle: ({ id }) =>
      mark((before) => new Set(before.has(id) ? [...before].filter((markedId) => markedId !== id) : [...before, id])),
    isSelected: ({ id }) => marked.has(id),
  }

  const confirmDeletion = async (record: ApplicationRecord): Promise<void> => {
    if (!(await deleteApplication(client, record, reselect))) return
    if (record.id === urlState.details) closeDetails()
    if (record.id === selected) select((pane.next ?? pane.previous)?.id)
  }

  /** The target of the keys: the open details, even of an application outside the list, or else the selection. */
  const at = inDialog ? open : pane
  const target =
    at.record ?? (inDialog ? client.getQueryData<ApplicationReply>(['application', urlState.details])?.application : undefined)
  const surface = inDialog ? '[data-details]' : '[data-pane]'

  const step = (to: ApplicationRecord | undefined): void => {
    if (to === undefined) return
    if (inDialog) view(to)
    else select(to.id)
  }
  const batch = records.filter((record) => marked.has(record.id) && record.status === 'pending')

  /** With a bulk selection the decision keys apply to all of it, never to the current application alone. */
  const decideBy = (status: Decision) => (): void => {
    const meeting = target?.status === 'pitch' && status !== 'pitch' && inDialog
    if (batch.length > 0 && !inDialog) setDecision(status)
    else if (target !== undefined && (target.status === 'pending' || meeting)) actions.decide(target, status)
  }
  /** Extends the bulk selection by the current application and the next. */
  const extend = (to: ApplicationRecord | undefined) => (): void => {
    if (inDialog) return
    const more = [target, to].flatMap((candidate) => (candidate?.status === 'pending' ? [candidate.id] : []))
    mark((before) => new Set([...before, ...more]))
    step(to)
  }
  /** Focuses the list; clears the bulk selection when the list has the focus already. */
  const leave = (): void => {
    if (!isListFocused()) focusList()
    else mark(new Set())
  }
  const openDetails = (): void => {
    if (target !== undefined) view(target)
  }
  /** Scrolls the open application by most of its height; undefined when none is open, so that the page scrolls as usual. */
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
      // A dialog closes itself.
      Escape: inDialog ? undefined : leave,
      o: openDetails,
      Enter: openDetails,
      ' ': readOn(1),
      'Shift+Space': readOn(-1),
      a: decideBy('approved'),
      p: decideBy('pitch'),
      r: decideBy('rejected'),
      l: () => {
        const reply = target && client.getQueryData<ApplicationReply>(['application', target.id])
        if (target !== undefined) showLetterOf(target, reply?.messages ?? [])
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
    keysOn && pendingDeletion === undefined && decision === undefined,
  )

  return {
    batch: {
      selected: batch,
      decision,
      setDecision: setDecision,
      setSelected: (next) => mark(new Set(next.map((record) => record.id))),
    },
    pane: pane,
    dialog: open,
    actions,
    pendingDeletion: pendingDeletion,
    cancelDeletion: () => setPendingDeletion(undefined),
    confirmDeletion: (record) => void confirmDeletion(record),
    closeDetails,
  }
}
