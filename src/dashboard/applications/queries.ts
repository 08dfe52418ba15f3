import { queryOptions } from '@tanstack/react-query'
import type { OutboxResponse } from '../../api/letter-responses.ts'
import { paths } from '../../api/paths.ts'
import type { ApplicationResponse, RelatedResponse, StatsResponse } from '../../api/responses.ts'
import { minute, second } from '../../shared/dates.ts'
import { call } from '../client.ts'
import { newestResponse } from './cache.ts'

export const statsQuery = queryOptions({
  queryKey: ['stats'],
  queryFn: ({ signal }) => call<StatsResponse>(paths.stats, { signal }),
  refetchInterval: 30 * second,
})

export const outboxQuery = queryOptions({
  queryKey: ['outbox'],
  queryFn: ({ signal }) => call<OutboxResponse>(paths.outbox, { signal }),
  refetchInterval: minute,
})

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['application', id],
    queryFn: async ({ client, signal }) =>
      newestResponse(client, await call<ApplicationResponse>(paths.application(id), { signal })),
    // No event reports a change of a letter that waits or is being sent.
    refetchInterval: ({ state }) => {
      const unsent = state.data?.messages?.filter((message) => message.state === 'waiting' || message.state === 'claimed') ?? []
      if (unsent.length === 0) return false
      const first = Math.min(...unsent.map(({ due_at }) => new Date(due_at).getTime()))
      return Math.min(Math.max(first - Date.now(), 4 * second), 10 * minute)
    },
  })

/** Other applications that may be from the same person or company, newest first. */
export const relatedQuery = (id: string) =>
  queryOptions({
    queryKey: ['related', id],
    queryFn: ({ signal }) => call<RelatedResponse>(paths.related(id), { signal }),
    staleTime: minute,
  })
