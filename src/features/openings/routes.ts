import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { fillPath } from '../../api/route.ts'
import { deadlineLine, openCohort } from '../../content/cohorts.ts'
import type { Cohort } from '../../content/schema/cohort.ts'
import { invalidEmail, readEmail } from '../../forms/fields/email.ts'
import { readObject, shortBytes } from '../../server/http/body.ts'
import { type DrawnPage, drawnResponse } from '../../server/http/drawn-page.ts'
import { setRetryAfter } from '../../server/http/error-response.ts'
import { invalid } from '../../server/http/faults.ts'
import { limitRefusal } from '../../server/http/limits.ts'
import { type Route, Routes, type Web } from '../../server/http/routes.ts'
import { limitKey } from '../../server/networks.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { masked } from '../../shared/mailbox.ts'
import { openingPaths as paths, openingRoutes as routes } from './api.ts'
import type { OpeningLinks } from './links.ts'
import { linkDraft } from './mail.ts'
import type { OpeningView, OpenNow } from './page/OpeningPage.tsx'
import type { Subscriptions } from './store.ts'

interface Openings {
  readonly subscriptions: Subscriptions
  readonly links: OpeningLinks
  readonly cohorts: readonly Cohort[]
  /** The path of the accelerator's form. */
  readonly formPath: string
  /** Counts a request of a client. @throws AppError TOO_MANY_REQUESTS */
  count(client: string): Promise<unknown>
  /** Renders the page of a view. */
  draw(view: OpeningView): DrawnPage
  now(): Date
  /** Wakes the outbox's worker. */
  poke(): void
}

const tooMany = 'Many addresses were left from here. Please try again in an hour.'

/** The cohort that is open now, with the path of its form; undefined when none is open. */
function openNow({ cohorts, formPath, now }: Openings): OpenNow | undefined {
  const open = openCohort(cohorts, now())
  return open && { cohort: open.label, deadline: deadlineLine(cohorts, now()) ?? '', formPath }
}

/** The page while a cohort is open, in place of a subscription; undefined when none is open. */
function openView(parts: Openings): OpeningView | undefined {
  const open = openNow(parts)
  return open && { kind: 'open', ...open }
}

/**
 * Adds a subscription, and queues the link that confirms it. The response is the same for every address, so that nobody learns who has a subscription.
 * @throws AppError TOO_MANY_REQUESTS
 */
async function requestLink({ subscriptions, count, now, poke }: Openings, email: string, ip: string): Promise<void> {
  await count(limitKey(ip))
  const at = now()
  await subscriptions.add(newId(at), email, at, (subscription) => linkDraft(subscription, at), ip)
  poke()
}

/** The page of a subscription, which its link opens. */
async function linkView(parts: Openings, token: string): Promise<OpeningView> {
  const subscription = await parts.links.open(token)
  if (subscription === undefined) return { kind: 'none' }
  const waits = subscription.confirmedAt !== null
  const open = waits ? undefined : openView(parts)
  if (open !== undefined) return open
  const address = masked(subscription.email)
  return {
    kind: 'link',
    address,
    waits,
    confirm: `${fillPath(paths.openingLink, { token })}/confirm`,
    off: fillPath(paths.openingOff, { token }),
  }
}

/**
 * The routes for subscriptions (decision 0173): the owner of an address confirms it, and gets one letter when the next cohort opens. Opening a link changes
 * nothing, because mail scanners open links too; every change is a POST.
 */
export function* subscriptionRoutes(parts: Openings): Generator<Route> {
  yield* scriptRoutes(parts)
  yield* new Routes('admin').on(routes.countOpenings, () => parts.subscriptions.counts())
  yield* openingPages(parts)
}

const scriptRoutes = (parts: Openings): Routes =>
  new Routes('public').post(paths.openings, async (context) => {
    const address = readEmail((await readObject(context, shortBytes)).email)
    if (address === undefined) throw invalid('email', invalidEmail)
    const open = openNow(parts)
    if (open !== undefined) throw new AppError('CONFLICT', { message: `${open.cohort} is open now: apply at ${open.formPath}.` })
    await requestLink(parts, address, context.get('client'))
    return context.json({ success: true }, 202)
  })

/** The pages, which work without script. */
function openingPages(parts: Openings): Routes {
  const { subscriptions, formPath, now } = parts
  const page = (context: Context<Web>, view: OpeningView, status: ContentfulStatusCode = 200): Response =>
    drawnResponse(context, parts.draw(view), status)
  return (
    new Routes('public')
      .get(paths.opens, (context) => page(context, openView(parts) ?? { kind: 'request', formPath }))
      .post(paths.opens, async (context) => {
        const open = openView(parts)
        if (open !== undefined) return page(context, open)
        const { email: typed } = await readObject(context, shortBytes)
        const email = readEmail(typed)
        if (email === undefined)
          return page(
            context,
            { kind: 'request', formPath, email: typeof typed === 'string' ? typed : '', fault: invalidEmail },
            422,
          )
        const limit = await limitRefusal(requestLink(parts, email, context.get('client')))
        if (limit !== undefined)
          return page(context, { kind: 'request', formPath, email, fault: tooMany }, setRetryAfter(context, limit))
        return context.redirect(paths.openingRequested, 303)
      })
      .get(paths.openingRequested, (context) => page(context, { kind: 'requested' }))
      .get(paths.openingLink, async (context) => {
        const view = await linkView(parts, context.req.param('token'))
        return page(context, view, view.kind === 'none' ? 404 : 200)
      })
      .post(paths.openingConfirm, async (context) => {
        const token = context.req.param('token')
        const subscription = await parts.links.open(token)
        if (subscription === undefined) return page(context, { kind: 'none' }, 404)
        await subscriptions.confirm(subscription.id, now())
        return context.redirect(fillPath(paths.openingLink, { token }), 303)
      })
      // Mail programs post here themselves, and do not follow redirects.
      .post(paths.openingOff, async (context) => {
        const subscription = await parts.links.open(context.req.param('token'))
        if (subscription !== undefined) await subscriptions.remove(subscription.id)
        return page(context, { kind: 'none' })
      })
  )
}
