import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import type { BulkDecisionProps } from '../decisions/BulkDecision.tsx'
import type { BulkAction } from '../decisions/bulk-actions.ts'
import { decide, deleteApplication } from '../decisions/decide.ts'
import { listViewOf } from '../features.ts'
import { useJustReplaced } from '../ui/steady.ts'
import { toast } from '../ui/toast.ts'
import { isTyping } from '../ui/use-keys.ts'
import { changedRecord, isDeleted } from './cache.ts'
import { filtersOf } from './filters.ts'
import { type ListState, type Neighbours, nextPending, nextUnread, useLastShown, useNeighbours } from './neighbours.ts'
import { applicationQuery } from './queries.ts'
import type { RowActions } from './row-actions.ts'
import { readUrlState, type UrlState, useUrlState } from './url-state.ts'
import { useReadingKeys } from './use-reading-keys.ts'

export interface Reading {
  /** The selected application, in the reading pane. */
  readonly pane: Neighbours
  /** The application in the details dialog. */
  readonly dialog: Neighbours
  /** Whether the desk itself has just gone on to this application: no key acts on it yet. */
  readonly isJustReplaced: boolean
  /** The selection; without one, the current application and the next. */
  readonly near: readonly ApplicationRecord[]
  readonly actions: RowActions
  /** The selection. A bulk decision is about those of it that are pending. */
  readonly batch: Omit<BulkDecisionProps, 'filters'>
  /** The application whose deletion awaits confirmation. */
  readonly pendingDeletion: ApplicationRecord | undefined
  cancelDeletion(): void
  confirmDeletion(record: ApplicationRecord): void
  closeDetails(): void
  /** What is read: the list, or the selection, if a view shows that in its place. */
  readonly list: ListState
  showList(): void
  /** Makes an application the current one. */
  choose(record: ApplicationRecord): void
}

interface ReadingParts {
  readonly list: ListState
  /** Whether the reading pane fits next to the list. */
  readonly isWide: boolean
  /** Whether keyboard shortcuts work now. */
  readonly keysOn: boolean
  readonly searchField: RefObject<HTMLInputElement | null>
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

  /** Goes back if opening it added a history step, so that Back does not open it again. */
  const close = (change: Partial<UrlState>): void => {
    if ((history.state as { desk?: boolean } | null)?.desk === true) history.back()
    else go(change, 'replace')
  }
  const closeDetails = (): void => close({ details: undefined })
  const showList = (): void => close({ view: {} })
  /** Selects or opens an application again after its decision or deletion was undone. */
  const reselect = (record: ApplicationRecord): void => {
    select((current) => (current === undefined ? current : record.id))
    if (!isWide && readUrlState(location).details !== undefined) go({ details: record.id }, 'replace')
  }
  /** Selects `to` if `record` is still selected: during a call the reviewer may have gone on to another application. */
  const leave = (record: ApplicationRecord, to: ApplicationRecord | undefined): void =>
    select((current) => (current === record.id ? to?.id : current))
  const confirmDeletion = (record: ApplicationRecord): void => {
    const goOn = (): void => {
      if (record.id === readUrlState(location).details) closeDetails()
      leave(record, pane.next ?? pane.previous)
    }
    void deleteApplication(client, record, goOn, reselect)
  }
  const actions: RowActions = {
    view,
    read: (record) => {
      select(record.id)
      if (!isWide) view(record)
    },
    decide: (record, act, wording) => {
      const following = nextPending(records, record.id)
      void decide(client, record, act, wording, reselect)
      // Continues at once with the next pending application. The dialog stays on the decided one, to show the outcome.
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
          : new Map([...before, ...markedOf(added)]),
      )
    },
    isSelected: ({ id }) => marked.has(id),
  }
  return { actions, closeDetails, showList, confirmDeletion }
}

/** The selected applications, as this page knows them now. */
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
}

/** The selection as a list, in the order of the list; those that are not loaded come last. */
function listOfSelection(selected: readonly ApplicationRecord[], { records }: ListState): ListState {
  const at = new Map(records.map(({ id }, index) => [id, index]))
  const rankOf = ({ id }: ApplicationRecord): number => at.get(id) ?? records.length
  const inOrder = selected.toSorted((a, b) => rankOf(a) - rankOf(b))
  return { records: inOrder, total: inOrder.length, capped: false, status: undefined }
}

/** Whether a field of the list, such as Search, had the focus since the reviewer chose an application: words typed too far must not decide. */
function useFieldSinceChoice() {
  const isSince = useRef(false)
  useEffect(() => {
    const focused = ({ target }: FocusEvent): void => {
      const isOfList = target instanceof Element && target.closest('[data-pane], [role=dialog], [role=alertdialog]') === null
      if (isOfList && isTyping(target)) isSince.current = true
    }
    document.addEventListener('focusin', focused)
    return () => document.removeEventListener('focusin', focused)
  }, [])
  return isSince
}

/** The address changes at most once in so many milliseconds: keys that are held down would change it too often for a browser's history. */
const settledMs = 300

/**
 * The id of the application in the reading pane, and the function that changes it. The address names it: a step back, a reload or a link opens it again,
 * in the details dialog if there is no room for the pane.
 */
function useOpenInUrl(isWide: boolean) {
  const [{ open, details }, go] = useUrlState()
  const [selected, select] = useState(open)
  const [followed, setFollowed] = useState(open)
  const namedAt = useRef(Number.NEGATIVE_INFINITY)
  // A step through the history of this page does not close what is open, nor open what was.
  if (open !== followed) {
    setFollowed(open)
    if (selected === undefined) select(open)
  }
  useEffect(() => {
    if (!isWide || selected === open) return
    const name = (): void => {
      namedAt.current = performance.now()
      setFollowed(selected)
      go({ open: selected }, 'replace')
    }
    const wait = namedAt.current + settledMs - performance.now()
    // One that is gone must not be opened by a reload.
    if (selected === undefined) return name()
    // After the application is shown.
    const timer = setTimeout(name, Math.max(wait, 0))
    return () => clearTimeout(timer)
  }, [isWide, selected, open, go])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the desk was opened
  useEffect(() => {
    if (!isWide && open !== undefined) go({ open: undefined, details: details ?? open }, 'replace')
  }, [])
  return [selected, select] as const
}

/** Selection, open details, the actions on applications, and their keyboard shortcuts. */
export function useReading({ list: filtered, isWide, keysOn, searchField }: ReadingParts): Reading {
  const [urlState, go] = useUrlState()
  const [selected, select] = useOpenInUrl(isWide)
  // The application that the reviewer chose; after a decision, the desk itself selects the next one.
  const [chosen, setChosen] = useState<string>()
  const isFieldSince = useFieldSinceChoice()
  const choose = (id: string): void => {
    isFieldSince.current = false
    setChosen(id)
  }
  const [marked, mark] = useState<Marked>(new Map())
  const [decision, setDecision] = useState<BulkAction>()
  const [pendingDeletion, setPendingDeletion] = useState<ApplicationRecord>()
  const { details } = urlState
  const shown = listViewOf(urlState)
  const isOtherList = shown?.keys !== undefined
  const inDialog = details !== undefined
  const allSelected = useSelected(marked, filtered.records)
  const list = isOtherList && allSelected.length > 0 ? listOfSelection(allSelected, filtered) : filtered
  const { records } = list
  const current = isOtherList ? (selected ?? records[0]?.id) : isWide ? selected : undefined
  const pane = useLastShown(useNeighbours(list, current), current, urlState)
  const dialog = useNeighbours(list, details)
  // The dialog fetches it. With it, the keys work while the list is still loading.
  const { data: opened } = useQuery({ ...applicationQuery(details ?? ''), enabled: false })
  const view = JSON.stringify(filtersOf(urlState))
  // In another list, the selected ones may be out of sight.
  const [markedIn, setMarkedIn] = useState(view)
  if (markedIn !== view) {
    setMarkedIn(view)
    mark(new Map())
  }
  const parts = { records, isWide, pane, marked, select, mark, setPendingDeletion }
  const { actions: acts, ...ways } = useActions(parts)
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

  const makeCurrent = ({ id }: ApplicationRecord): void => {
    choose(id)
    select(id)
  }
  const neighbours = inDialog ? dialog : pane
  const isJustReplaced = useJustReplaced(neighbours.record?.id, chosen)
  useReadingKeys({
    on: keysOn && pendingDeletion === undefined && decision === undefined,
    inDialog,
    shown: inDialog ? undefined : shown,
    target: isJustReplaced ? undefined : (neighbours.record ?? (inDialog ? opened?.application : undefined)),
    neighbours,
    isChosen: () => !isFieldSince.current,
    first: records[0],
    unread: nextUnread(records, details ?? selected),
    sayRead: () => {
      if (records.length >= list.total && !list.capped) toast.success('Everything in this list is read')
      else toast.success('Everything loaded is read', '', { label: 'Show unread', run: () => go({ search: 'is:unread' }) })
    },
    batch: isOtherList ? [] : allSelected,
    actions,
    searchField,
    select: makeCurrent,
    extendBatch: (more) => mark((before) => new Map([...before, ...markedOf(more)])),
    clearBatch: () => mark(new Map()),
    decideBatch: setDecision,
    showList: ways.showList,
  })

  return {
    batch: {
      selected: allSelected,
      decision,
      setDecision,
      setSelected: (next) => mark(markedOf(next)),
    },
    pane,
    dialog,
    near: allSelected.length > 0 ? allSelected : [neighbours.record, neighbours.next].flatMap((record) => record ?? []),
    isJustReplaced,
    actions,
    pendingDeletion,
    cancelDeletion: () => setPendingDeletion(undefined),
    ...ways,
    list,
    choose: makeCurrent,
  }
}
