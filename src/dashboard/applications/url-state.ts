import { isStatus, type Status } from '../../applications/application.ts'
import { readWords } from '../../applications/query/parse.ts'
import { type FormType, readFormType } from '../../shared/form-types.ts'

/** What the address says of the view: which applications, and which one is open in the dialog. */
export interface Place {
  readonly formType: FormType | undefined
  readonly status: Status | undefined
  readonly search: string
  /** The id of the application whose details are open. */
  readonly details: string | undefined
}

export const home = '/app/dashboard'
export const insightsPath = '/app/insights'

/** Where every letter can be looked at. */
export const lettersPath = '/app/letters'

export const everything: Place = { formType: undefined, status: undefined, search: '', details: undefined }

/** The view that an address means. A form type or status that there is not means all. */
export function readPlace({ pathname, search }: { readonly pathname: string; readonly search: string }): Place {
  const segment = pathname.slice(home.length).split('/').find(Boolean)
  const query = new URLSearchParams(search)
  const status = query.get('status')
  return {
    formType: readFormType(segment),
    status: isStatus(status) ? status : undefined,
    search: query.get('q') ?? '',
    details: query.get('details') || undefined,
  }
}

/** The address of a view. */
export function placeUrl({ formType, status, search, details }: Place): string {
  const query = new URLSearchParams()
  if (status !== undefined) query.set('status', status)
  if (search.trim() !== '') query.set('q', search)
  if (details !== undefined) query.set('details', details)
  const path = formType === undefined ? home : `${home}/${formType}`
  return query.size === 0 ? path : `${path}?${query}`
}

/** Which applications: what the list and the export ask the server for. */
export interface Filters {
  readonly formType: FormType | undefined
  readonly status: Status | undefined
  readonly search: string
}

export const filtersOf = ({ formType, status, search }: Place): Filters => ({ formType, status, search: search.trim() })

/** The filters without the words to be searched for: what a decision may change. */
export function filtersAlone({ formType, status, search }: Filters): Filters {
  const asked = readWords(search, { formType, status })
  return asked.ok ? { formType: asked.value.formType, status: asked.value.status, search: '' } : { formType, status, search: '' }
}

/** What cannot be read of a search, as a sentence; undefined where all can. */
export function searchFault({ formType, status, search }: Filters): string | undefined {
  const asked = readWords(search, { formType, status })
  return asked.ok ? undefined : asked.fault
}

export const isFiltered = ({ formType, status, search }: Filters): boolean =>
  formType !== undefined || status !== undefined || search !== ''

/** The filters as the API's query. */
export function filterQuery({ formType, status, search }: Filters): URLSearchParams {
  const query = new URLSearchParams()
  if (formType !== undefined) query.set('form_type', formType)
  if (status !== undefined) query.set('status', status)
  if (search !== '') query.set('q', search)
  return query
}
