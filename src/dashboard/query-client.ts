import { QueryCache, QueryClient } from '@tanstack/react-query'
import { minute, second } from '../shared/dates.ts'
import { CallError, report } from './client.ts'
import { offlineSince } from './connection.ts'
import { isSignedOut } from './session/failures.ts'
import { close } from './session/session.ts'
import { toast } from './ui/toast.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly toast?: string }
  }
}

/** Retries once if there is no response or a server error. A refusal would only be repeated. */
const retry = (failures: number, error: unknown): boolean =>
  failures < 1 && offlineSince() === undefined && error instanceof CallError && (error.status === 0 || error.status >= 500)

/** The outage that a toast has already reported. For the rest of it, the Offline line is enough. */
let reportedOutage: Date | undefined

/** The cache of all responses that the desk shows. A response with status 401 ends the session. */
export const makeClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isSignedOut(error)) return close(error)
        report(`loading ${String(query.queryKey[0])}`, error)
        const since = offlineSince()
        if (query.meta?.toast === undefined || (since !== undefined && since === reportedOutage)) return
        reportedOutage = since
        toast.failure(query.meta.toast, error.message)
      },
    }),
    defaultOptions: {
      queries: { retry, retryDelay: second, networkMode: 'always', staleTime: 10 * second, gcTime: 2 * minute },
    },
  })
