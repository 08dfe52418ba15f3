import { queryOptions } from '@tanstack/react-query'
import type { AccessReply } from '../../api/access.ts'
import { paths } from '../../api/paths.ts'
import { minute } from '../../shared/dates.ts'
import { call } from '../client.ts'

/** A browser that signed in, as the desk lists it. */
export type ListedBrowser = AccessReply['browsers'][number]

/** Whether this page can use passkeys: they belong to a name, so a page at a number has none. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname)

/** The browsers that signed in, and how many sign-ins were refused. */
export const accessQuery = queryOptions({
  queryKey: ['access'],
  queryFn: ({ signal }) => call<AccessReply>(paths.access, { signal }),
  refetchInterval: 5 * minute,
})

/** What a press ends: the path to delete, and whether this browser's own session goes with it. */
export interface Ending {
  readonly path: string
  readonly endsOwn: boolean
}
