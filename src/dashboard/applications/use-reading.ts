import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import type { BulkAction, BulkDecisionProps } from '../decisions/BulkDecision.tsx'
import { decide, deleteApplication } from '../decisions/decide.ts'
import { stateOf } from '../labels.ts'
import { useJustReplaced } from '../ui/steady.ts'
import { toast } from '../ui/toast.ts'
import { changedRecord, isDeleted } from './cache.ts'
import { filtersOf } from './filters.ts'
import { type ListState, type Neighbours, nextPending, nextUnread, useLastShown, useNeighbours } from './neighbours.ts'
import { applicationQuery } from './queries.ts'
import type { RowActions } from './Row.tsx'
import { readUrlState, useUrlState } from './url-state.ts'
import { useReadingKeys } from './use-reading-keys.ts'

export interface Reading {
  /** The selected application, in the reading pane. */
  readonly pane: Neighbours
  /** The application in the details dialog. */
  readonly dialog: Neighbours
  /** Whether the desk itself has just gone on to this application: no key acts on it yet. */
  readonly isJustReplaced: boolean
  readonly actions: RowActions
  /** The selection for a bulk decision. */
  readonly batch: Omit<BulkDecisionProps, 'filters'>
  /** The application whose deletion awaits confirmation. */
  readonly pendingDeletion: ApplicationRecord | undefined
  cancelDeletion(): void
  confirmDeletion(record: ApplicationRecord): void
  closeDetails(): void
}

interface ReadingParts {
  readonly list: ListState
  /** Whether the reading pane fits next to the list. */
  readonly isWide: boolean
  /** Whether keyboard shortcuts work now. */
  readonly keysOn: boolean
  readonly searchField: RefObject<HTMLInputElement | null>
  showKeys(): void
}

/** The bulk selection by id. A selected application may be in the part of the list that is not loaded. */
type Marked = ReadonlyMap<string, ApplicationRecord>

const markedOf = (records: readonly ApplicationRecord[]): Marked => new Map(records.map((record) => [record.id, record]))

interface ActionParts {
  readonly records: readonly ApplicationRecord[]
  readonly isWide: boolean
  readonly pane: Neighbours
  readonly marked: Marked
  readonly select: Dispatch<SetStateAction<string | undefined>>
  readonly mark: Dispatch<SetStateAction<Marked>>
  readonly setPendingDeletion: Dispatch<SetStateAction<ApplicationRecord | undefined>>
}

/** The actions on an application, and what the desk shows afterwards. */
function useActions({ records, isWide, pane, marked, select, mark, setPendingDeletion }: ActionParts) {
  const client = useQueryClient()
  const [urlState, go] = useUrlState()
  const inDialog = urlState.details !== undefined
  const lastMarked = useRef<string>(undefined)
  const view = (record: ApplicationRecord): void => go({ details: record.id }, inDialog ? 'replace' : 'push')

  /** Goes back if opening the details added a history step, so that Back does not open them again. */
  const closeDetails = (): void => {
    if ((history.state as { desk?: boolean } | null)?.desk === true) history.back()
    else go({ details: undefined }, 'replace')
  }
  /** Selects or opens an application again after its decision or deletion was undone. */
  const reselect = (record: ApplicationRecord): void => {
    select((current) => (current === undefined ? current : record.id))
    if (!isWide && readUrlState(location).details !== undefined) go({ details: record.id }, 'replace')
  }
  /** Selects `to` if `record` is still selected: during the call the reviewer may have gone on to another application. */
  const leave = (record: ApplicationRecord, to: ApplicationRecord | undefined): void =>
    select((current) => (current === record.id ? to?.id : current))
  const confirmDeletion = async (record: ApplicationRecord): Promise<void> => {
    if (!(await deleteApplication(client, record, reselect))) return
    if (record.id === readUrlState(location).details) closeDetails()
    leave(record, pane.next ?? pane.previous)
  }
  const actions: RowActions = {
    view,
    read: (record) => {
      select(record.id)
      if (!isWide) view(record)
    },
    decide: async (record, act, wording) => {
      const following = nextPending(records, record.id)
      const done = await decide(client, record, act, wording, reselect)
      if (!done) return
      // Continues with the next pending application. The dialog stays on the decided one, to show the outcome.
      if (!inDialog) leave(record, following ?? record)
      if (!isWide && following !== undefined && record.id === readUrlState(location).details)
        go({ details: following.id }, 'replace')
    },
    remove: setPendingDeletion,
    toggle: (record, range = false) => {
      const from = records.findIndex(({ id }) => id === lastMarked.current)
      const to = records.findIndex(({ id }) => id === record.id)
      const isRange = range && from >= 0 && to >= 0
      lastMarked.current = record.id
      const added = isRange ? records.slice(Math.min(from, to), Math.max(from, to) + 1) : [record]
      mark((before) =>
        !isRange && before.has(record.id)
          ? markedOf([...before.values()].filter(({ id }) => id !== record.id))
          : new Map([...before, ...markedOf(added.filter((each) => stateOf(each) === 'pending'))]),
      )
    },
    isSelected: ({ id }) => marked.has(id),
  }
  return { actions, closeDetails, confirmDeletion }
}

/** The selected applications that are still pending, as this page knows them now. */
function useSelected(marked: Marked, records: readonly ApplicationRecord[]): readonly ApplicationRecord[] {
  if (marked.size === 0) return []
  const loaded = markedOf(records)
  return [...marked.values()]
    .filter(({ id }) => !isDeleted(id))
    .map((record) => {
      const candidates = [loaded.get(record.id), changedRecord(record.id)]
      return candidates.reduce<ApplicationRecord>(
        (newest, each) => (each && each.revision > newest.revision ? each : newest),
        record,
      )
    })
    .filter((record) => stateOf(record) === 'pending')
}

/** Selection, open details, the actions on applications, and their keyboard shortcuts. */
export function useReading({ list, isWide, keysOn, searchField, showKeys }: ReadingParts): Reading {
  const [urlState, go] = useUrlState()
  const [selected, select] = useState<string>()
  // The application that the reviewer chose; after a decision, the desk itself selects the next one.
  const [chosen, choose] = useState<string>()
  const [marked, mark] = useState<Marked>(new Map())
  const [decision, setDecision] = useState<BulkAction>()
  const [pendingDeletion, setPendingDeletion] = useState<ApplicationRecord>()
  const { records } = list
  const { details } = urlState
  const inDialog = details !== undefined
  const pane = useLastShown(useNeighbours(list, isWide ? selected : undefined), isWide ? selected : undefined, urlState)
  const dialog = useNeighbours(list, details)
  // The dialog fetches it. With it, the keys work while the list is still loading.
  const { data: opened } = useQuery({ ...applicationQuery(details ?? ''), enabled: false })
  const view = JSON.stringify(filtersOf(urlState))
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another list, the selected ones may be out of sight
  useEffect(() => mark(new Map()), [view])
  const batch = useSelected(marked, records)
  const parts = { records, isWide, pane, marked, select, mark, setPendingDeletion }
  const { actions: acts, closeDetails, confirmDeletion } = useActions(parts)
  const actions: RowActions = {
    ...acts,
    read: (record) => {
      choose(record.id)
      acts.read(record)
    },
    view: (record) => {
      choose(record.id)
      acts.view(record)
    },
  }

  const neighbours = inDialog ? dialog : pane
  const isJustReplaced = useJustReplaced(neighbours.record?.id, chosen)
  useReadingKeys({
    on: keysOn && pendingDeletion === undefined && decision === undefined,
    inDialog,
    target: isJustReplaced ? undefined : (neighbours.record ?? (inDialog ? opened?.application : undefined)),
    neighbours,
    first: records[0],
    unread: nextUnread(records, details ?? selected),
    sayRead: () => {
      if (records.length >= list.total && !list.capped) toast.success('Everything in this list is read')
      else toast.success('Everything loaded is read', '', { label: 'Show unread', run: () => go({ search: 'is:unread' }) })
    },
    batch,
    actions,
    searchField,
    select: ({ id }) => {
      choose(id)
      select(id)
    },
    extendBatch: (more) => mark((before) => new Map([...before, ...markedOf(more)])),
    clearBatch: () => mark(new Map()),
    decideBatch: setDecision,
    showKeys,
  })

  return {
    batch: {
      selected: batch,
      decision,
      setDecision,
      setSelected: (next) => mark(markedOf(next)),
    },
    pane,
    dialog,
    isJustReplaced,
    actions,
    pendingDeletion,
    cancelDeletion: () => setPendingDeletion(undefined),
    confirmDeletion: (record) => void confirmDeletion(record),
    closeDetails,
  }
}
