import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { filtersOf, isFiltered, searchFault } from '../../../dashboard/applications/filters.ts'
import type { UrlState } from '../../../dashboard/applications/url-state.ts'
import { CallError, call } from '../../../dashboard/client.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { DeskLink } from '../../../dashboard/ui/DeskLink.tsx'
import { viewRoutes as routes } from '../api.ts'
import type { View } from '../rules.ts'
import { urlStateOf, viewOf, viewsQuery, viewUrl } from './views.ts'

interface ViewsProps {
  readonly urlState: UrlState
  go(change: Partial<UrlState>): void
}

interface NameFormProps {
  readonly label: string
  readonly button: string
  readonly initial?: string
  /** Saves with the entered name, which is not blank. @returns whether it succeeded */
  save(name: string): Promise<boolean>
  /** Undefined if the form stays open; then it is emptied after saving. */
  cancel?(): void
}

/** The input for the name of a view. */
function NameForm({ label, button, initial, save, cancel }: NameFormProps) {
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const name = String(new FormData(form).get('name') ?? '').trim()
    if (name !== '' && (await save(name))) form.reset()
  }
  return (
    <form className="fields" onSubmit={(event) => void submit(event)}>
      <label className="field">
        <span>{label}</span>
        <input name="name" defaultValue={initial} maxLength={60} required autoComplete="off" />
      </label>
      <Button type="submit">{button}</Button>
      {cancel && (
        <Button tone="quiet" onClick={cancel}>
          Cancel
        </Button>
      )}
    </form>
  )
}

interface SavedViewProps {
  readonly view: View
  open(): void
  rename(name: string): Promise<boolean>
  remove(): void
}

/** A saved view: a link to it, and the buttons to rename and delete it. */
function SavedView({ view, open, rename, remove }: SavedViewProps) {
  const [isRenaming, setRenaming] = useState(false)
  const save = async (name: string): Promise<boolean> => {
    const isSaved = await rename(name)
    if (isSaved) setRenaming(false)
    return isSaved
  }
  if (isRenaming)
    return <NameForm label="New name" button="Rename" initial={view.name} save={save} cancel={() => setRenaming(false)} />
  return (
    <>
      <DeskLink className="entry" href={viewUrl(view)} follow={open}>
        {view.name}
      </DeskLink>
      <Button tone="quiet" aria-label={`Rename ${view.name}`} onClick={() => setRenaming(true)}>
        Rename
      </Button>
      <Button tone="quiet" aria-label={`Delete ${view.name}`} onClick={remove}>
        Delete
      </Button>
    </>
  )
}

/** The saved views: open, save, rename, delete. */
export function Views({ urlState, go }: ViewsProps) {
  const { views, fault, change } = useViews()
  const current = filtersOf(urlState)
  const savable = isFiltered(current) && searchFault(current) === undefined
  return (
    <section className="stack gap-2">
      <h2>Saved views</h2>
      <ul className="lined">
        {views.map((view) => (
          <li key={view.name} className="row gap-1 middle">
            <SavedView
              view={view}
              open={() => go(urlStateOf(view))}
              rename={(name) => change(views.map((saved) => (saved === view ? { ...saved, name } : saved)))}
              remove={() => void change(views.filter((saved) => saved !== view))}
            />
          </li>
        ))}
      </ul>
      {savable ? (
        <NameForm label="Name this view" button="Save view" save={(name) => change([...views, viewOf(name, urlState)])} />
      ) : (
        <p>Choose a form, a status or a search, and save it here with a name.</p>
      )}
      <p role="status" className="fault">
        {fault}
      </p>
    </section>
  )
}

/**
 * The saved views, and the functions that change them. A change names the revision that it is based on. If another window made a change since, the
 * server refuses it; the views are loaded again, and `fault` says why.
 */
function useViews() {
  const client = useQueryClient()
  const { data } = useQuery(viewsQuery)
  const [fault, setFault] = useState<string>()
  const views = data?.views ?? []
  const change = async (to: readonly View[]): Promise<boolean> => {
    setFault(undefined)
    try {
      const body = { views: to, revision: data?.revision ?? 0 }
      client.setQueryData(viewsQuery.queryKey, await call(routes.saveViews, { body }))
      return true
    } catch (error) {
      setFault(error instanceof CallError ? error.message : 'The views could not be saved.')
      if (error instanceof CallError && error.status === 409) await client.invalidateQueries({ queryKey: viewsQuery.queryKey })
      return false
    }
  }
  return { views, fault, change }
}
