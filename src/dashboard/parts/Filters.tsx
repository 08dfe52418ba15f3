import { type RefObject, useEffect, useRef, useState } from 'react'
import { isStatus, statuses } from '../../applications/application.ts'
import { formTypes, readFormType } from '../../shared/form-types.ts'
import { formNames } from '../data/form-names.ts'
import { everything, filtersOf, isFiltered, type Place } from '../data/place.ts'
import { statusNames } from '../data/statuses.ts'
import { Button } from './Button.tsx'
import styles from './desk-filters.module.css'

/** Milliseconds without a key after which a search is made. */
const pause = 250

export interface FiltersProps {
  readonly place: Place
  readonly searchField: RefObject<HTMLInputElement | null>
  go(change: Partial<Place>, how?: 'push' | 'replace'): void
}

/** Form, status and search: what the address says, and a way to change it. */
export function Filters({ place, searchField, go }: FiltersProps) {
  return (
    <search className={styles.filters} data-beside="">
      <label className={styles.field}>
        <span>Form type</span>
        <select
          name="form_type"
          value={place.formType ?? ''}
          onChange={(event) => go({ formType: readFormType(event.target.value) })}
        >
          <option value="">All forms</option>
          {formTypes.map((type) => (
            <option key={type} value={type}>
              {formNames[type]}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.field}>
        <span>Status</span>
        <select
          name="status"
          value={place.status ?? ''}
          onChange={({ target }) => go({ status: isStatus(target.value) ? target.value : undefined })}
        >
          <option value="">All statuses</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {statusNames[status]}
            </option>
          ))}
        </select>
      </label>
      <SearchField place={place} searchField={searchField} go={go} />
      {isFiltered(filtersOf(place)) && (
        <Button tone="quiet" className={styles.clear} onClick={() => go(everything)}>
          Clear filters
        </Button>
      )}
    </search>
  )
}

function SearchField({ place, searchField, go }: FiltersProps) {
  const [text, setText] = useState(place.search)
  /** What this field last asked for: an address with another search came from elsewhere (Back, Clear filters). */
  const asked = useRef(place.search)
  const steps = useRef(0)

  useEffect(() => {
    if (place.search === asked.current) return
    asked.current = place.search
    setText(place.search)
  }, [place.search])

  useEffect(() => {
    if (text === asked.current) return
    const timer = setTimeout(() => {
      asked.current = text
      // One step for Back, however many letters.
      go({ search: text }, steps.current === 0 ? 'push' : 'replace')
      steps.current += 1
    }, pause)
    return () => clearTimeout(timer)
  }, [text, go])

  return (
    <label className={`${styles.field} ${styles.search}`}>
      <span>Search</span>
      <input
        ref={searchField}
        name="q"
        type="search"
        value={text}
        placeholder="Name, email, company or any answer"
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => setText(event.target.value)}
        onFocus={() => {
          steps.current = 0
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text === '') event.currentTarget.blur()
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
    </label>
  )
}
