import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import type { Filters } from '../applications/filters.ts'
import { loadMatches, matchCountQuery, maxGroup, onlyPending } from '../applications/queries.ts'
import { formatCount, stateOf } from '../labels.ts'
import { showFailure } from '../session/failures.ts'

interface SelectAllProps {
  readonly selected: readonly ApplicationRecord[]
  readonly filters: Filters
  setSelected(records: readonly ApplicationRecord[]): void
}

/**
 * What selects every application that matches the filters, loaded or not, at most 1,000, and what selects those of them that are not selected; undefined where it
 * would select nothing more. While only pending ones are selected, these are the pending ones.
 */
export function useSelectAll({ selected, filters: listed, setSelected }: SelectAllProps) {
  const filters = selected.every((record) => stateOf(record) === 'pending') ? onlyPending(listed) : listed
  const { data: count = 0 } = useQuery(matchCountQuery(filters))
  const [loading, setLoading] = useState(false)
  if (Math.min(count, maxGroup) <= selected.length) return {}
  const select = (isChosen: (record: ApplicationRecord) => boolean) => (): void => {
    setLoading(true)
    loadMatches(filters)
      .then((all) => setSelected(all.filter(isChosen)))
      .catch((error: unknown) => showFailure('selecting', 'Failed to select all', error))
      .finally(() => setLoading(false))
  }
  const isWhole = count <= maxGroup
  const short = isWhole ? `All ${formatCount(count)}` : `First ${formatCount(maxGroup)}`
  return {
    all: {
      short,
      label: isWhole ? `Select all ${formatCount(count)}` : `Select the first ${formatCount(maxGroup)} of ${formatCount(count)}`,
      loading,
      select: select(() => true),
    },
    unselected: isWhole ? { loading, select: select(({ id }) => !selected.some((record) => record.id === id)) } : undefined,
  }
}
