import { paths } from '../../api/paths.ts'
import type { InsightsReply } from '../../api/replies.ts'
import { Routes } from '../http/routes.ts'
import type { Applications } from '../storage/port.ts'
import { insights, readInsightsQuery } from './insights.ts'

/** The numbers of the desk's plots. It stands behind `adminOnly`. */
export function insightsRoutes({ applications, now }: { readonly applications: Applications; now(): Date }): Routes {
  const app = new Routes('admin')
  const draw = insights(applications)
  app.get(paths.insights, async (context) => {
    const at = now()
    const drawn = await draw(readInsightsQuery(context.req.query(), at), at)
    return context.json({ success: true, insights: drawn } satisfies InsightsReply)
  })
  return app
}
