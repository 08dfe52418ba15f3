import { isListState, type ListState } from '../../applications/application.ts'
import { isOrder, type Order } from '../../applications/order.ts'
import { type FormType, readFormType } from '../../shared/form-types.ts'
import { useAddressBar } from '../ui/address-bar.ts'

/** The desk's state in the URL: which applications are listed, and which one is open. */
export interface UrlState {
  readonly formType: FormType | undefined
  readonly status: ListState | undefined
  readonly search: string
  readonly order: Order
  /** The id of the application in the reading pane. */
  readonly open: string | undefined
  /** The id of the application whose details are open. */
  readonly details: string | undefined
  /** Every other word of the address: what features show in place of the list (`listViews`). */
  readonly view: Readonly<Record<string, string>>
}

/** The list of applications. */
export const deskPath = '/app/dashboard'

/** The content of the site. */
export const sitePath = '/app/site'

/** Letters and messages that wait to be sent. */
export const outboxPath = '/app/outbox'

/** Submissions that may be spam. */
export const quarantinePath = '/app/quarantine'

/** Everything that is stored of one person. */
export const personPath = '/app/person'

export const noFilters: UrlState = {
  formType: undefined,
  status: undefined,
  search: '',
  order: 'date',
  open: undefined,
  details: undefined,
  view: {},
}

/** The words of the address that are about the list. */
const ofList: readonly string[] = ['status', 'q', 'order', 'open', 'details']

/** Reads the state from a URL. An unknown form type or status means all. */
export function readUrlState({ pathname, search }: { readonly pathname: string; readonly search: string }): UrlState {
  const segment = pathname.slice(deskPath.length).split('/').find(Boolean)
  const query = new URLSearchParams(search)
  const status = query.get('status')
  const order = query.get('order')
  return {
    formType: readFormType(segment),
    status: isListState(status) ? status : undefined,
    search: query.get('q') ?? '',
    order: isOrder(order) ? order : 'date',
    open: query.get('open') || undefined,
    details: query.get('details') || undefined,
    view: Object.fromEntries([...query].filter(([word]) => !ofList.includes(word))),
  }
}

/** The path and query of a state. */
export function urlOf({ formType, status, search, order, open, details, view }: UrlState): string {
  const query = new URLSearchParams()
  if (status !== undefined) query.set('status', status)
  if (search.trim() !== '') query.set('q', search)
  if (order !== 'date') query.set('order', order)
  for (const [word, value] of Object.entries(view)) query.set(word, value)
  if (open !== undefined) query.set('open', open)
  if (details !== undefined) query.set('details', details)
  const path = formType === undefined ? deskPath : `${deskPath}/${formType}`
  return query.size === 0 ? path : `${path}?${query}`
}

/** The desk's state in the address bar, and a function that changes it. */
export const useUrlState = () => useAddressBar(readUrlState, urlOf)

/** A cohort as the search and the address name it: `6` for `cohort-6`. */
export const shortName = (cohort: string): string => cohort.replace(/^cohort-(?=\d+$)/, '')

/** A search without its word for a cohort, and with another one. */
export function withCohort(search: string, cohort: string | undefined): string {
  const words = search.split(' ').filter((word) => !/^cohort:/i.test(word))
  return [...(cohort === undefined ? [] : [`cohort:${shortName(cohort)}`]), ...words].join(' ').trim()
}

/** The list of the applications that chose a cohort, with further filters. */
export const cohortUrl = (cohort: string, filters: Partial<Pick<UrlState, 'status' | 'search'>> = {}): string =>
  urlOf({ ...noFilters, formType: 'Accelerator', ...filters, search: withCohort(filters.search ?? '', cohort) })
