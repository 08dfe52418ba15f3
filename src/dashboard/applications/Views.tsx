import { type FormEvent, useState } from 'react'
import type { View } from '../../api/views.ts'
import { Button } from '../ui/Button.tsx'
import { filtersOf, isFiltered, type Place, searchFault } from './url-state.ts'
import styles from './views.module.css'
import { placeOf, useViews, viewOf, viewUrl } from './views.ts'

export interface ViewsProps {
  readonly place: Place
  go(change: Partial<Place>): void
}

/** Filters and searches that are kept under a name, for every window and every day: open, save, rename, delete. */
export function Views({ place, go }: ViewsProps) {
  const { views, fault, change } = useViews()
  const [renamed, setRenamed] = useState<string>()
  const filters = filtersOf(place)
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
                onSubmit={(event) => void named(event, (name) => views.map((one) => (one === view ? { ...one, name } : one)))}
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
                    go(placeOf(view))
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
                  onClick={() => void change(views.filter((one) => one !== view))}
                >
                  Delete
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {savable ? (
        <form onSubmit={(event) => void named(event, (name) => [...views, viewOf(name, place)])}>
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
