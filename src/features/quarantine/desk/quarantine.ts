import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../dashboard/client.ts'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { toast } from '../../../dashboard/ui/toast.ts'
import { minute } from '../../../shared/dates.ts'
import type { QuarantinedRecord, QuarantineResponse } from '../api.ts'
import { quarantineRoutes } from '../api.ts'

const pageOf = (cursor: string, search: string, signal: AbortSignal): Promise<QuarantineResponse> =>
  call(quarantineRoutes.quarantine, { query: { cursor, q: search }, signal })

/** The submissions in quarantine that match a search, page by page. */
export const quarantineQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['quarantine', 'list', search],
    queryFn: ({ pageParam, signal }) => pageOf(pageParam, search, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: minute,
  })

/** The number of submissions in quarantine. */
export const quarantineCountQuery = queryOptions({
  queryKey: ['quarantine', 'count'],
  queryFn: async ({ signal }) => (await pageOf('', '', signal)).total,
  refetchInterval: minute,
})

const refresh = (client: QueryClient): Promise<unknown> =>
  Promise.all(['quarantine', 'applications', 'stats', 'outbox'].map((key) => client.invalidateQueries({ queryKey: [key] })))

/** Releases a submission: it appears in the list of applications, and its letter is sent. */
export async function release(client: QueryClient, { application }: QuarantinedRecord): Promise<void> {
  try {
    const { released } = await call(quarantineRoutes.releaseQuarantined, {
      body: { ids: [application.id] },
    })
    if (released === 1) toast.success('Released', 'It is in the list of applications, and its letter is on its way.')
    else toast.failure('Not released', 'It is no longer in quarantine.')
  } catch (error) {
    showFailure('releasing a submission', 'Failed to release', error)
  }
  await refresh(client)
}

/** Deletes a submission and all similar ones that are not newer than `newest`. */
export async function deleteSimilar(client: QueryClient, { application }: QuarantinedRecord, newest: string): Promise<void> {
  try {
    const { deleted } = await call(quarantineRoutes.deleteQuarantined, {
      body: { like: application.id, upTo: newest },
    })
    if (deleted === 0) toast.failure('Nothing deleted', 'It is no longer in quarantine.')
    else toast.success(deleted === 1 ? '1 submission deleted' : `${deleted} submissions deleted`)
  } catch (error) {
    showFailure('deleting from quarantine', 'Failed to delete', error)
  }
  await refresh(client)
}
