import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { isUnderWay } from '../decisions/queue.ts'
import { formatCount, stateOf } from '../labels.ts'
import { isDeleted } from './cache.ts'
import { filtersOf } from './filters.ts'
import { applicationQuery } from './queries.ts'
import type { UrlState } from './url-state.ts'

/** An application of the list, its position, and the next and previous applications. */
export interface Neighbours {
  readonly record: ApplicationRecord | undefined
  readonly next: ApplicationRecord | undefined
  readonly previous: ApplicationRecord | undefined
  /** `7 of 42 pending`; empty when it is not in the list. */
  readonly position: string
}

/** The list as far as it is loaded. */
export interface ListState {
  readonly records: readonly ApplicationRecord[]
  /** The number of applications, loaded or not. */
  readonly total: number
  /** Whether the true number exceeds `total`. */
  readonly capped: boolean
  readonly status: UrlState['status']
}

/** The neighbours of index `at`. With `hasLeft`, the application left the list, and the one that is now at its index is the next. */
export function neighboursAt({ records, total, capped, status }: ListState, at: number, hasLeft: boolean): Neighbours {
  if (at < 0) return { record: undefined, next: undefined, previous: undefined, position: '' }
  if (hasLeft) return { record: undefined, next: records[at], previous: records[at - 1], position: '' }
  const of = `${formatCount(Math.max(total, records.length))}${capped ? '+' : ''}`
  return {
    record: records[at],
    next: records[at + 1],
    previous: records[at - 1],
    position: `${formatCount(at + 1)} of ${of}${status === undefined ? '' : ` ${status}`}`,
  }
}

/** The neighbours of the application `id`. After it leaves the list (decided, deleted), the neighbours of its last index. */
export function useNeighbours(list: ListState, id: string | undefined): Neighbours {
  const left = useRef({ id, at: -1 })
  const at = id === undefined ? -1 : list.records.findIndex((record) => record.id === id)
  if (at >= 0 || left.current.id !== id) left.current = { id, at }
  return neighboursAt(list, left.current.at, at < 0)
}

/** The pending application to review after `id`, without those that are being decided: the next one below, or else the first of the list. */
export function nextPending(records: readonly ApplicationRecord[], id: string): ApplicationRecord | undefined {
  const at = records.findIndex((record) => record.id === id)
  const waits = (record: ApplicationRecord): boolean =>
    stateOf(record) === 'pending' && record.id !== id && !isUnderWay(record.id)
  return records.slice(at + 1).find(waits) ?? records.slice(0, Math.max(at, 0)).find(waits)
}

/** The unread application to open after `id`: the next one below, or else the first of the list. */
export function nextUnread(records: readonly ApplicationRecord[], id: string | undefined): ApplicationRecord | undefined {
  const at = records.findIndex((record) => record.id === id)
  const isUnread = (record: ApplicationRecord): boolean => record.read_at === null && record.id !== id
  return records.slice(at + 1).find(isUnread) ?? records.slice(0, Math.max(at, 0)).find(isUnread)
}

/**
 * The neighbours, with the current record of the application `id` if it left the list because of a decision in this or another window. The record
 * is not added after a change of the filters or a deletion.
 */
export function useLastShown(neighbours: Neighbours, id: string | undefined, urlState: UrlState): Neighbours {
  const view = JSON.stringify(filtersOf(urlState))
  // The one that the address names may be outside the list.
  const seen = useRef({ id: urlState.open, view })
  if (neighbours.record !== undefined) seen.current = { id, view }
  const hasLeft = neighbours.record === undefined && id !== undefined && seen.current.id === id && seen.current.view === view
  const { data } = useQuery({ ...applicationQuery(id ?? ''), enabled: hasLeft && !isDeleted(id) })
  return hasLeft && !isDeleted(id) ? { ...neighbours, record: data?.application } : neighbours
}
