import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { QuarantinedRecord, QuarantineResponse } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import type { Signal } from '../../applications/quarantine.ts'
import { minute } from '../../shared/dates.ts'
import { call } from '../client.ts'
import { showFailure } from '../session/failures.ts'
import { toast } from '../ui/toast.ts'

const pageOf = (cursor: string, search: string, signal: AbortSignal): Promise<QuarantineResponse> =>
  call(routes.quarantine, { query: { cursor, q: search }, signal })

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

/** The names of the signals at the desk. */
export const signalLabels: Readonly<Record<Signal, string>> = {
  trap: 'Filled in a field that people do not see',
  flood: 'Far over the limit of one address',
  foreign: 'Sent by a page of another site',
  quick: 'Sent within three seconds',
  markup: 'Links in HTML or BBCode',
  many_links: 'More than three links',
  name_link: 'A link as a name',
  over_limit: 'Over the limit of one address',
  throwaway: 'A throwaway e-mail address',
  link: 'A link',
  repeated: 'The same text from several networks',
  reused_token: 'A page’s token used many times',
  busy: 'Many from one address',
  program: 'Not sent by a browser',
  waited: 'Took time over the form',
}

const refresh = (client: QueryClient): Promise<unknown> =>
  Promise.all(['quarantine', 'applications', 'stats', 'outbox'].map((key) => client.invalidateQueries({ queryKey: [key] })))

/** Releases a submission: it appears in the list of applications, and its letter is sent. */
export async function release(client: QueryClient, { application }: QuarantinedRecord): Promise<void> {
  try {
    const { released } = await call(routes.releaseQuarantined, {
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
    const { deleted } = await call(routes.deleteQuarantined, {
      body: { like: application.id, upTo: newest },
    })
    if (deleted === 0) toast.failure('Nothing deleted', 'It is no longer in quarantine.')
    else toast.success(deleted === 1 ? '1 submission deleted' : `${deleted} submissions deleted`)
  } catch (error) {
    showFailure('deleting from quarantine', 'Failed to delete', error)
  }
  await refresh(client)
}
