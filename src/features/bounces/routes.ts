import type { Core } from '../../server/feature.ts'
import { withFile } from '../../server/http/body.ts'
import { type Route, Routes } from '../../server/http/routes.ts'
import { AppError } from '../../shared/errors.ts'
import { bounceRoutes, mailEventsPath } from './api.ts'
import { isSigned, readEvent } from './events.ts'
import { recordFate } from './fates.ts'
import type { Bounces } from './store.ts'

/** The limit of an event, bytes. */
const maxEventBytes = 64 * 1024

/** Applications of an address to which an event is written. Nobody has more at a time. */
const maxApplications = 20

/** The provider's events, when a secret is set; and what the desk shows of them. */
export function* routes(core: Core, bounces: Bounces): Generator<Route> {
  const { mailEventsSecret: secret, applications, outbox, now } = core
  yield* new Routes('admin').on(bounceRoutes.bounce, async (context) => {
    const application = await applications.byId(context.req.param('id'))
    const fate = application && (await bounces.of(application.id, application.applicantEmail))
    if (fate === undefined || fate.kind === 'delivered') return { bounce: null }
    return { bounce: { kind: fate.kind, at: fate.at.toISOString(), reason: fate.reason } }
  })
  if (secret === undefined) return
  yield* new Routes('applicant').post(mailEventsPath, (context) =>
    withFile(context, maxEventBytes, async (bytes) => {
      const header = (name: string) => context.req.header(`svix-${name}`)
      const signature = { id: header('id'), timestamp: header('timestamp'), signatures: header('signature') }
      if (!isSigned(secret, signature, bytes, now()))
        throw new AppError('UNAUTHORIZED_ACCESS', { message: 'This event is not signed with MAIL_EVENTS_SECRET, or is too old.' })
      const event = readEvent(bytes)
      for (const email of event?.to ?? []) {
        if (event === undefined) continue
        // First, so that no letter leaves meanwhile.
        if (event.kind === 'complaint') await outbox.stopAddress(email, true, now())
        const own = (await applications.ofAddress(email)).filter(({ isInReview }) => isInReview).slice(0, maxApplications)
        for (const { id } of own) await recordFate(core, bounces, id, email, event)
      }
      return context.json({ success: true })
    }),
  )
}
