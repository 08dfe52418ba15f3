import { deskPath, noFilters, type UrlState, urlOf } from '../../../dashboard/applications/url-state.ts'

/** The applications of a list as a pack for paper. */
export const packPath = '/app/pack'

/** The pack of the applications in a list; `ids`: only these of them. */
export const packUrl = (state: Pick<UrlState, 'formType' | 'status' | 'search' | 'order'>, ids: readonly string[] = []): string =>
  urlOf({ ...noFilters, ...state, open: undefined, details: undefined }).replace(deskPath, packPath) +
  (ids.length === 0 ? '' : `#${ids.join(',')}`)
