import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ApplicationRecord } from '../../api/replies.ts'
import { formatCount } from '../labels.ts'
import { isDeleted } from './cache.ts'
import { filtersOf } from './filters.ts'
import { applicationQuery } from './queries.ts'
import type { UrlState } from './url-state.ts'

/** An application of the list, its neighbours, and where it stands. */
export interface Neighbours {
  readonly record: ApplicationRecord | undefined
  readonly next: ApplicationRecord | undefined
  readonly previous: ApplicationRecord | undefined
  /** `7 of 42 pending`; empty when it is not in the list. */
  readonly position: string
}

/** What is walked through. */
export interface ListState {
  readonly records: readonly ApplicationRecord[]
  /** How many there are, loaded or not. */
  readonly total: number
  /** Whether there are more than `total`. */
  readonly capped: boolean
  readonly status: UrlState['status']
}

/** The walk at index `at`; `gone` when what stood there has left the list, so that the one now there is the next. */
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

/** Follows the application `id` through the list; one that leaves it (decided, deleted) leaves its urlState behind. */
export function useNeighbours(shelf: ListState, id: string | undefined): Neighbours {
  const left = useRef({ id, at: -1 })
  const at = id === undefined ? -1 : shelf.records.findIndex((record) => record.id === id)
  if (at >= 0 || left.current.id !== id) left.current = { id, at }
  return neighboursAt(shelf, left.current.at, at < 0)
}

/** The pending application to read after `id`: the next below it, or else the first of the list. */
export function nextPending(records: readonly ApplicationRecord[], id: string): ApplicationRecord | undefined {
  const at = records.findIndex((record) => record.id === id)
  const waits = (record: ApplicationRecord): boolean => record.status === 'pending' && record.id !== id
  return records.slice(at + 1).find(waits) ?? records.slice(0, Math.max(at, 0)).find(waits)
}

/**
 * A walk that goes on to show the application `id` once it has left the list under the reader's eyes, because it was decided here or elsewhere: as
 * it is now. Not one that the reader's own filters left out, nor one that was deleted.
 */
export function useLastShown(walk: Neighbours, id: string | undefined, urlState: UrlState): Neighbours {
  const view = JSON.stringify(filtersOf(urlState))
  const seen = useRef({ id, view: '' })
  if (walk.record !== undefined) seen.current = { id, view }
  const hasLeft = walk.record === undefined && id !== undefined && seen.current.id === id && seen.current.view === view
  const { data } = useQuery({ ...applicationQuery(id ?? ''), enabled: hasLeft && !isDeleted(id) })
  return hasLeft && !isDeleted(id) ? { ...walk, record: data?.application } : walk
}
