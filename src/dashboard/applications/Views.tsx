import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { paths } from '../../api/paths.ts'
import type { View, ViewsReply } from '../../api/views.ts'
import { minute } from '../../shared/dates.ts'
import { CallError, call } from '../client.ts'
import { Button } from '../ui/Button.tsx'
import { filtersOf, isFiltered, searchFault } from './filters.ts'
import { type UrlState, urlOf } from './url-state.ts'
import styles from './views.module.css'

export interface ViewsProps {
  readonly urlState: UrlState
  go(change: Partial<UrlState>): void
}

/** The saved views: open, save, rename, delete. */
export function Views({ urlState, go }: ViewsProps) {
  const { views, fault, change } = useViews()
  const [renamed, setRenamed] = useState<string>()
  const filters = filtersOf(urlState)
  const savable = isFiltered(filters) && searchFault(filters) === undefined

  const named = async (event: FormEvent<HTMLFormElement>, to: (name: string) => readonly View[]): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const name = String(new FormData(form).get('name') ?? '').trim()
    if (name !== '' && (await change(to(name)))) {
      form.reset()
      setRenamed(undefined)
    }
  }

  return (
    <details className={styles.views}>
      <summary>Saved views{views.length > 0 && ` (${views.length})`}</summary>
      <ul>
        {views.map((view) => (
          <li key={view.name}>
            {renamed === view.name ? (
              <form
                onSubmit={(event) =>
                  void named(event, (name) => views.map((saved) => (saved === view ? { ...saved, name } : saved)))
                }
              >
                <label>
                  <span>New name</span>
                  <input name="name" defaultValue={view.name} maxLength={60} required autoComplete="off" />
                </label>
                <Button type="submit">Rename</Button>
                <Button tone="quiet" onClick={() => setRenamed(undefined)}>
                  Cancel
                </Button>
              </form>
            ) : (
              <>
                <a
                  href={viewUrl(view)}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return
                    event.preventDefault()
                    go(urlStateOf(view))
                  }}
                >
                  {view.name}
                </a>
                <Button tone="quiet" aria-label={`Rename ${view.name}`} onClick={() => setRenamed(view.name)}>
                  Rename
                </Button>
                <Button
                  tone="quiet"
                  aria-label={`Delete ${view.name}`}
                  onClick={() => void change(views.filter((saved) => saved !== view))}
                >
                  Delete
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {savable ? (
        <form onSubmit={(event) => void named(event, (name) => [...views, viewOf(name, urlState)])}>
          <label>
            <span>Name this view</span>
            <input name="name" maxLength={60} required autoComplete="off" />
          </label>
          <Button type="submit">Save view</Button>
        </form>
      ) : (
        <p>Set a form, a status or a search, and save it here under a name.</p>
      )}
      <p role="status" className={styles.fault}>
        {fault}
      </p>
    </details>
  )
}

const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => call<ViewsReply>(paths.views, { signal }),
  staleTime: minute,
})

export const urlStateOf = ({ form_type, status, q }: View): UrlState => ({
  formType: form_type ?? undefined,
  status: status ?? undefined,
  search: q,
  details: undefined,
})

export const viewOf = (name: string, { formType, status, search }: UrlState): View => ({
  name,
  form_type: formType ?? null,
  status: status ?? null,
  q: search.trim(),
})

export const viewUrl = (view: View): string => urlOf(urlStateOf(view))

/**
 * The saved views and how to change them. A change names the revision it was made on: after a change in another window it is refused, the
 * views are loaded again, and `fault` says why.
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
      setFault(error instanceof CallError ? error.message : 'The views could not be saved.')
      if (error instanceof CallError && error.status === 409) await client.invalidateQueries({ queryKey: viewsQuery.queryKey })
      return false
    }
  }
  return { views, fault, change }
}
