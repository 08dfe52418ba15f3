import { useQuery } from '@tanstack/react-query'
import { routes } from '../../api/routes.ts'
import { statsQuery } from '../../dashboard/applications/queries.ts'
import type { DeskFeature } from '../../dashboard/features.ts'
import { may } from '../../dashboard/session/rights.ts'
import { useLive } from './desk/use-live.ts'

function Listening() {
  useLive(useQuery(statsQuery).data?.stats.total)
  return null
}

export const feature: DeskFeature = { frame: () => may(routes.applications) && <Listening /> }
