import { queryOptions } from '@tanstack/react-query'
import type { AccessResponse } from '../../api/access.ts'
import { routes } from '../../api/routes.ts'
import { minute } from '../../shared/dates.ts'
import { call } from '../client.ts'

/** A browser that signed in, as the desk lists it. */
export type ListedBrowser = AccessResponse['browsers'][number]

/** Whether this page can use passkeys: they need a domain name, not an IP address. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname)

/** The trusted browsers, and the number of refused sign-ins. */
export const accessQuery = queryOptions({
  queryKey: ['access'],
  queryFn: ({ signal }) => call(routes.access, { signal }),
  refetchInterval: 5 * minute,
})

/** What a button ends, and whether that ends this browser's own session. */
export interface Ending {
  readonly end: () => Promise<unknown>
  readonly endsOwn: boolean
}
