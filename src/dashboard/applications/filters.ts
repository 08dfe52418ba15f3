import type { ApplicationRecord } from '../../api/responses.ts'
import { isStatus, type ListState } from '../../applications/application.ts'
import { dueSpan, isIn } from '../../applications/due.ts'
import type { Order } from '../../applications/order.ts'
import { parseQuery, phrases } from '../../applications/query/parse.ts'
import type { FormType } from '../../shared/form-types.ts'
import { mailboxKey } from '../../shared/mailbox.ts'
import { stateOf } from '../labels.ts'
import { serverNow } from '../server-time.ts'
import type { UrlState } from './url-state.ts'

/** The filters of the list and the export. */
export interface Filters {
  readonly formType: FormType | undefined
  readonly status: ListState | undefined
  readonly search: string
  readonly order: Order
}

/** The order that the search asks for. */
function sortOf(search: string): Order | undefined {
  const parsed = parseQuery(search)
  return parsed.ok ? parsed.value.order : undefined
}

export const filtersOf = ({ formType, status, search, order }: UrlState): Filters => ({
  formType,
  status,
  search: search.trim(),
  order: sortOf(search) ?? order,
})

/** A search without the words that sort. */
export const withoutSort = (search: string): string => search.replace(/(^|\s)sort:\s?\S*/gi, '').trim()

/** The filters without the words of the search; the form and status that the search names are included. Only these can change by a decision. */
export function withoutSearch({ formType, status, search, order }: Filters): Filters {
  const parsed = parseQuery(search, { formType, status })
  return parsed.ok
    ? { formType: parsed.value.formType, status: parsed.value.status, search: '', order }
    : { formType, status, search: '', order }
}

/** Why a search cannot be parsed, as a sentence; undefined if it can be. */
export function searchFault({ formType, status, search }: Omit<Filters, 'order'>): string | undefined {
  const parsed = parseQuery(search, { formType, status })
  return parsed.ok ? undefined : parsed.fault
}

export const isFiltered = ({ formType, status, search }: Omit<Filters, 'order'>): boolean =>
  formType !== undefined || status !== undefined || search !== ''

/** The filters as query parameters of the API. */
export function filterQuery({ formType, status, search, order }: Filters): URLSearchParams {
  const query = new URLSearchParams()
  if (formType !== undefined) query.set('form_type', formType)
  if (status !== undefined) query.set('status', status)
  if (search !== '') query.set('q', search)
  if (order !== 'date') query.set('order', order)
  return query
}

const betweenWords = /[^\p{L}\p{M}\p{N}]+/gu

/** Whether a record may match the filters. Scores and properties of the desk are not checked. */
export function matches(record: ApplicationRecord, { formType, status, search: typed }: Filters): boolean {
  const parsed = parseQuery(typed, { formType, status })
  if (!parsed.ok) return false
  const { search = '', since, until, email, cohort, isDecided, excluded = [] } = parsed.value
  const dueIn = dueSpan(parsed.value, serverNow())
  if (dueIn !== undefined && !isIn(new Date(record.due_at), dueIn)) return false
  if (parsed.value.formType !== undefined && record.form_type !== parsed.value.formType) return false
  const state = stateOf(record)
  if (parsed.value.status === undefined ? !isStatus(state) : state !== parsed.value.status) return false
  if (isDecided && record.status === 'pending') return false
  const at = new Date(record.submitted_at)
  if ((since !== undefined && at < since) || (until !== undefined && at >= until)) return false
  if (email !== undefined && mailboxKey(record.applicant_email) !== email) return false
  if (cohort !== undefined && record.form_data.cohortPreference !== cohort) return false
  if (search === '' && excluded.length === 0) return true
  const text = JSON.stringify([
    record.applicant_name,
    record.applicant_email,
    record.company_name,
    record.form_data,
  ]).toLowerCase()
  const hasWords = (phrase: string): boolean => ` ${text.replace(betweenWords, ' ')} `.includes(` ${phrase} `)
  return (
    phrases(search.toLowerCase()).every((phrase) => text.includes(phrase)) &&
    !excluded.some((phrase) => hasWords(phrase.toLowerCase().replace(betweenWords, ' ')))
  )
}
