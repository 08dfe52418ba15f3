import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { paths, patterns } from '../../api/paths.ts'
import { deadlineLine, openCohort } from '../../content/cohorts.ts'
import type { Cohort } from '../../content/schema/cohort.ts'
import type { OpeningView, OpenNow } from '../../form-view/opening/OpeningPage.tsx'
import { invalidEmail, isEmail, masked } from '../../forms/fields/email.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { readObject } from '../http/body.ts'
import { announce } from '../http/error-reply.ts'
import { limitRefusal } from '../http/limits.ts'
import { limitKey } from '../http/request.ts'
import { type Route, Routes, type Web } from '../http/routes.ts'
import type { DrawnPage } from '../pages/drawn.ts'
import type { PrivateLinks } from '../private-links.ts'
import type { Outbox } from '../storage/outbox-port.ts'
import type { Subscription, Subscriptions } from '../storage/subscriptions-port.ts'
import { queueLink } from './mail.ts'

/** What the pages of addresses that wait for a cohort are made of. */
export interface Openings {
  readonly subscriptions: Subscriptions
  readonly outbox: Pick<Outbox, 'queue'>
  readonly links: PrivateLinks
  readonly cohorts: readonly Cohort[]
  /** Where one applies. */
  readonly formPath: string
  /** Counts a request of a client. @throws AppError TOO_MANY_REQUESTS */
  count(client: string): Promise<unknown>
  /** The whole page with its own content in its place. */
  draw(view: OpeningView): DrawnPage
  now(): Date
  /** Wakes the outbox's worker: something was queued. */
  poke(): void
}

const tooMany = 'Many addresses were left from here. Please try again in an hour.'

const ownerOf = ({ id, email }: Subscription) => ({ id, applicantEmail: email })

/** The links in mail to an address that waits. */
export const openingLinks = async (links: PrivateLinks, publicUrl: string, subscription: Subscription) => {
  const token = await links.opening(ownerOf(subscription))
  return { link: publicUrl + paths.openingLink(token), off: publicUrl + paths.openingOff(token) }
}

/** The cohort that is open now, and where one applies. */
function openNow({ cohorts, formPath, now }: Openings): OpenNow | undefined {
  const open = openCohort(cohorts, now())
  return open && { cohort: open.label, deadline: deadlineLine(cohorts, now()) ?? '', formPath }
}

/** The page while a cohort is open: nobody waits then. */
function openView(parts: Openings): OpeningView | undefined {
  const open = openNow(parts)
  return open && { kind: 'open', ...open }
}

/**
 * Adds an address, and queues the link that confirms it. The same for every address, so that nobody learns who waits.
 * @throws AppError TOO_MANY_REQUESTS
 */
async function requestLink({ subscriptions, outbox, count, now, poke }: Openings, email: string, client: string): Promise<void> {
  await count(client)
  const subscription = await subscriptions.add(newId(now()), email, now())
  if (subscription.confirmedAt !== null) return
  await queueLink(outbox, subscription, now())
  poke()
}

/** The subscription of a link; undefined for one that is unknown, altered, or ended. */
function openLink({ subscriptions, links }: Openings, token: string): Promise<Subscription | undefined> {
  const byId = async (id: string) => {
    const subscription = await subscriptions.byId(id)
    return subscription && { ...subscription, ...ownerOf(subscription) }
  }
  return links.open(token, byId, 'opening')
}

/** The page behind the link of an address. */
async function linkView(parts: Openings, token: string): Promise<OpeningView> {
  const subscription = await openLink(parts, token)
  if (subscription === undefined) return { kind: 'none' }
  const waits = subscription.confirmedAt !== null
  const open = waits ? undefined : openView(parts)
  if (open !== undefined) return open
  const address = masked(subscription.email.toLowerCase())
  return { kind: 'link', address, waits, confirm: `${paths.openingLink(token)}/confirm`, off: paths.openingOff(token) }
}

/** The address that a body names, trimmed. */
const typedAddress = ({ email }: Readonly<Record<string, unknown>>): string => (typeof email === 'string' ? email.trim() : '')

/**
 * Tells an address when the next cohort opens (decision 0173): its owner confirms it, and has one letter. A link changes nothing when it is opened,
 * because mail scanners open links; what changes something is a POST.
 */
export function* openingRoutes(parts: Openings): Generator<Route> {
  yield* scriptRoutes(parts)
  yield* openingPages(parts)
}

/** Leaving an address by script. */
const scriptRoutes = (parts: Openings): Routes =>
  new Routes('public').post(paths.openings, async (context) => {
    const address = typedAddress(await readObject(context))
    if (!isEmail(address)) throw new AppError('FORM_VALIDATION_FAILED', { details: { email: invalidEmail } })
    const open = openNow(parts)
    if (open !== undefined) throw new AppError('CONFLICT', { message: `${open.cohort} is open now: apply at ${open.formPath}.` })
    await requestLink(parts, address, limitKey(context.get('client')))
    return context.json({ success: true }, 202)
  })

/** The pages of an address that waits. */
function openingPages(parts: Openings): Routes {
  const { subscriptions, now } = parts
  const page = (context: Context<Web>, view: OpeningView, status: ContentfulStatusCode = 200): Response => {
    const { html, headers } = parts.draw(view)
    return context.html(html, status, { ...headers, 'Referrer-Policy': 'same-origin' })
  }
  return (
    new Routes('public')
      .get(paths.opens, (context) => page(context, openView(parts) ?? { kind: 'request' }))
      .post(paths.opens, async (context) => {
        const open = openView(parts)
        if (open !== undefined) return page(context, open)
        const email = typedAddress(await readObject(context))
        if (!isEmail(email)) return page(context, { kind: 'request', email, fault: invalidEmail }, 422)
        const limit = await limitRefusal(requestLink(parts, email, limitKey(context.get('client'))))
        if (limit !== undefined) return page(context, { kind: 'request', email, fault: tooMany }, announce(context, limit))
        return context.redirect(paths.openingRequested, 303)
      })
      .get(paths.openingRequested, (context) => page(context, { kind: 'requested' }))
      .get(patterns.openingLink, async (context) => {
        const view = await linkView(parts, context.req.param('token'))
        return page(context, view, view.kind === 'none' ? 404 : 200)
      })
      .post(patterns.openingConfirm, async (context) => {
        const token = context.req.param('token')
        const subscription = await openLink(parts, token)
        if (subscription === undefined) return page(context, { kind: 'none' }, 404)
        await subscriptions.confirm(subscription.id, now())
        return context.redirect(paths.openingLink(token), 303)
      })
      // Mail programs post here themselves, and follow no redirection.
      .post(patterns.openingOff, async (context) => {
        const subscription = await openLink(parts, context.req.param('token'))
        if (subscription !== undefined) await subscriptions.remove(subscription.id)
        return page(context, { kind: 'none' })
      })
  )
}
