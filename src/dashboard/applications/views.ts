import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../api/paths.ts'
import type { View, ViewsReply } from '../../api/views.ts'
import { minute } from '../../shared/dates.ts'
import { call, Refusal } from '../client.ts'
import { type Place, placeUrl } from './url-state.ts'

const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => call<ViewsReply>(paths.views, { signal }),
  staleTime: minute,
})

export const placeOf = ({ form_type, status, q }: View): Place => ({
  formType: form_type ?? undefined,
  status: status ?? undefined,
  search: q,
  details: undefined,
})

export const viewOf = (name: string, { formType, status, search }: Place): View => ({
  name,
  form_type: formType ?? null,
  status: status ?? null,
  q: search.trim(),
})

export const viewUrl = (view: View): string => placeUrl(placeOf(view))

/**
 * The saved views, and how to change them. A change is made to what the server has: when another window was quicker, its views are read and nothing of
 * it is overwritten; the fault says so.
 */
export function useViews() {
  const client = useQueryClient()
  const { data } = useQuery(viewsQuery)
  const [fault, setFault] = useState<string>()
  const views = data?.views ?? []
  const change = async (to: readonly View[]): Promise<boolean> => {
    setFault(undefined)
    try {
      const body = { views: to, revision: data?.revision ?? 0 }
      client.setQueryData(viewsQuery.queryKey, await call<ViewsReply>(paths.views, { method: 'PUT', body }))
      return true
    } catch (error) {
      setFault(error instanceof Refusal ? error.message : 'The views could not be saved.')
      if (error instanceof Refusal && error.status === 409) await client.invalidateQueries({ queryKey: viewsQuery.queryKey })
      return false
    }
  }
  return { views, fault, change }
}
