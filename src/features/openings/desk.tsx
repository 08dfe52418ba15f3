import { useQuery } from '@tanstack/react-query'
import { call } from '../../dashboard/client.ts'
import type { DeskFeature } from '../../dashboard/features.ts'
import { formatCount } from '../../dashboard/labels.ts'
import { openingRoutes } from './api.ts'

/** The number of addresses that wait for a cohort to open; renders nothing if there are none. */
function WaitingForCohort() {
  const query = useQuery({ queryKey: ['openings'], queryFn: ({ signal }) => call(openingRoutes.countOpenings, { signal }) })
  const { confirmed = 0 } = query.data ?? {}
  if (confirmed === 0) return null
  return (
    <p className="soft small">
      {confirmed === 1 ? '1 address waits' : `${formatCount(confirmed)} addresses wait`} for the next cohort. Each gets one letter
      when it opens.
    </p>
  )
}

export const feature: DeskFeature = { outbox: WaitingForCohort }
