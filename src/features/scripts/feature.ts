import type { Feature } from '../../server/feature.ts'
import { isTrialSite } from '../../server/http/public-address.ts'
import { second } from '../../shared/dates.ts'
import { scriptTokens } from './store.ts'
import { scriptGuard, tokenRoutes } from './tokens.ts'
import { callWebhook, eventsOfWebhook } from './webhook.ts'

/** The admin's own programs: tokens with which they read, and a webhook by which they hear of changes. */
export const feature: Feature = {
  run(core) {
    const { wrongPasscodes } = core
    const tokens = {
      ...core,
      scriptTokens: scriptTokens(core.engine),
      wrongTokens: { ...wrongPasscodes, count: 10 * wrongPasscodes.count },
    }
    const events = eventsOfWebhook(core.settings)
    const webhook = { ...core, events, isTrial: isTrialSite(core.publicUrl) }
    return {
      async routes() {
        const [{ webhookRoutes }, { openapi, openapiRoutes }] = await Promise.all([
          import('./webhook-desk.ts'),
          import('./openapi.ts'),
          // Without it, reports are queued that nobody wants.
          events.refresh().catch(() => undefined),
        ])
        return [
          ...tokenRoutes(tokens),
          ...webhookRoutes(webhook),
          ...openapiRoutes(() => openapi(core.forms, core.publicUrl, core.letters.siteName)),
        ]
      },
      readGuard: (admin) => scriptGuard(tokens, admin),
      reports: { wants: events.current, send: callWebhook(webhook) },
      chores: [{ name: 'webhook', everyMs: 5 * second, work: events.refresh }],
    }
  },
}
