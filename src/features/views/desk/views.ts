import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Filters } from '../../../dashboard/applications/filters.ts'
import { noFilters, type UrlState, urlOf } from '../../../dashboard/applications/url-state.ts'
import { call } from '../../../dashboard/client.ts'
import { minute } from '../../../shared/dates.ts'
import { viewRoutes as routes } from '../api.ts'
import type { View } from '../rules.ts'

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => call(routes.views, { signal }),
  staleTime: minute,
})

export const urlStateOf = ({ form_type, status, q, order }: View): UrlState => ({
  ...noFilters,
  formType: form_type ?? undefined,
  status: status ?? undefined,
  search: q,
  order,
})

export const viewOf = (name: string, { formType, status, search, order }: UrlState): View => ({
  name,
  form_type: formType ?? null,
  status: status ?? null,
  q: search.trim(),
  order,
})

/** The name of the saved view with these filters, in whatever order; undefined: there is none. */
export async function nameOfList(client: QueryClient, { formType, status, search }: Filters): Promise<string | undefined> {
  const { views } = await client.fetchQuery(viewsQuery)
  return views.find((view) => view.form_type === (formType ?? null) && view.status === (status ?? null) && view.q === search)
    ?.name
}

export const viewUrl = (view: View): string => urlOf(urlStateOf(view))
