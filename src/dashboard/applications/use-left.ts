import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Walk } from './neighbours.ts'
import { applicationQuery, isGone } from './queries.ts'
import { filtersOf, type Place } from './url-state.ts'

/**
 * A walk that goes on to show the application `id` once it has left the list under the reader's eyes, because it was decided here or elsewhere: as
 * it is now. Not one that the reader's own filters left out, nor one that was deleted.
 */
export function useLeft(walk: Walk, id: string | undefined, place: Place): Walk {
  const view = JSON.stringify(filtersOf(place))
  const seen = useRef({ id, view: '' })
  if (walk.record !== undefined) seen.current = { id, view }
  const hasLeft = walk.record === undefined && id !== undefined && seen.current.id === id && seen.current.view === view
  const { data } = useQuery({ ...applicationQuery(id ?? ''), enabled: hasLeft && !isGone(id) })
  return hasLeft && !isGone(id) ? { ...walk, record: data?.application } : walk
}
