import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import type { Filters } from '../applications/filters.ts'
import { loadMatches, matchCountQuery, maxGroup, onlyPending } from '../applications/queries.ts'
import { formatCount, stateOf } from '../labels.ts'
import { showFailure } from '../session/failures.ts'
import { Button } from '../ui/Button.tsx'

interface SelectAllProps {
  readonly selected: readonly ApplicationRecord[]
  readonly filters: Filters
  setSelected(records: readonly ApplicationRecord[]): void
}

/**
 * Selects every application that matches the filters, loaded or not, at most 1,000; or those of them that are not selected. While only pending ones are
 * selected, these are the pending ones.
 */
export function SelectAll({ selected, filters: listed, setSelected }: SelectAllProps) {
  const filters = selected.every((record) => stateOf(record) === 'pending') ? onlyPending(listed) : listed
  const { data: count = 0 } = useQuery(matchCountQuery(filters))
  const [loading, setLoading] = useState(false)
  if (Math.min(count, maxGroup) <= selected.length) return null
  const select = (isChosen: (record: ApplicationRecord) => boolean): void => {
    setLoading(true)
    loadMatches(filters)
      .then((all) => setSelected(all.filter(isChosen)))
      .catch((error: unknown) => showFailure('selecting', 'Failed to select all', error))
      .finally(() => setLoading(false))
  }
  const label =
    count > maxGroup ? `Select the first ${formatCount(maxGroup)} of ${formatCount(count)}` : `Select all ${formatCount(count)}`
  return (
    <>
      <Button tone="quiet" disabled={loading} onClick={() => select(() => true)}>
        {loading ? 'Selecting…' : label}
      </Button>
      {count <= maxGroup && (
        <Button tone="quiet" disabled={loading} onClick={() => select(({ id }) => !selected.some((record) => record.id === id))}>
          All but these
        </Button>
      )}
    </>
  )
}
