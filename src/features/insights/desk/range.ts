import { noFilters, type UrlState, urlOf } from '../../../dashboard/applications/url-state.ts'
import { useAddressBar } from '../../../dashboard/ui/address-bar.ts'
import { dayAfter, dayOf } from '../../../shared/dates.ts'
import { type FormType, readFormType } from '../../../shared/form-types.ts'

export const insightsPath = '/app/insights'

export const ranges = ['30d', '90d', '12m', 'all'] as const

type Range = (typeof ranges)[number]

export const rangeNames: Readonly<Record<Range, string>> = {
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
  all: 'All',
}

/** What the plots show; stored in the URL. */
export interface Scope {
  readonly range: Range
  readonly formType: FormType | undefined
}

const defaultRange: Range = '90d'

/** Reads the scope from a URL's query; an unknown range means the default. */
export function readScope(search: string): Scope {
  const query = new URLSearchParams(search)
  return {
    range: ranges.find((range) => range === query.get('range')) ?? defaultRange,
    formType: readFormType(query.get('form_type')),
  }
}

/** The path and query of a scope. */
export function insightsUrl({ range = defaultRange, formType }: Partial<Scope>): string {
  const query = new URLSearchParams()
  if (range !== defaultRange) query.set('range', range)
  if (formType !== undefined) query.set('form_type', formType)
  return query.size === 0 ? insightsPath : `${insightsPath}?${query}`
}

/** The first day, of a range that ends today; undefined for all time. Twelve months begin on the first day of a month. */
export function firstDay(range: Range, now: Date): string | undefined {
  const today = dayOf(now)
  if (range === '30d') return dayAfter(today, -29)
  if (range === '90d') return dayAfter(today, -89)
  if (range === 'all') return undefined
  const [year = 0, month = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10)
}

/** The list of the applications that were submitted in a span of days, with further filters. */
export function listUrl(
  { from, to }: { readonly from?: string | undefined; readonly to: string },
  { search = '', ...filters }: Partial<Pick<UrlState, 'formType' | 'status' | 'search'>>,
): string {
  const days = `${from === undefined ? '' : `after:${from} `}before:${dayAfter(to)}`
  return urlOf({ ...noFilters, ...filters, search: `${search} ${days}`.trim() })
}

const readUrl = ({ search }: URL): Scope => readScope(search)

/** The scope in the address bar, and a function that changes it. */
export const useScope = () => useAddressBar(readUrl, insightsUrl)
