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
import { limitKey } from '../http/request.ts'
import { type Route, Routes, type Web } from '../http/routes.ts'
import type { DrawnPage } from '../pages/slots.ts'
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

/**
 * Tells an address when the next cohort opens (decision 0173): its owner confirms it, and has one letter. A link changes nothing when it is opened,
 * because mail scanners open links; what changes something is a POST.
 */
export function* openingRoutes(parts: Openings): Generator<Route> {
  const { subscriptions, outbox, links, cohorts, formPath, count, draw, now, poke } = parts

  const page = (context: Context<Web>, view: OpeningView, status: ContentfulStatusCode = 200): Response => {
    const { html, headers } = draw(view)
    return context.html(html, status, { ...headers, 'Referrer-Policy': 'same-origin' })
  }
  const openNow = (): OpenNow | undefined => {
    const open = openCohort(cohorts, now())
    return open && { cohort: open.label, deadline: deadlineLine(cohorts, now()) ?? '', formPath }
  }
  const openView = (): OpeningView | undefined => {
    const open = openNow()
    return open && { kind: 'open', ...open }
  }
  /** Adds an address, and queues the link that confirms it. The same for every address, so that nobody learns who waits. */
  const request = async (email: string, client: string): Promise<void> => {
    await count(client)
    const subscription = await subscriptions.add(newId(now()), email, now())
    if (subscription.confirmedAt !== null) return
    await queueLink(outbox, subscription, now())
    poke()
  }
  /** The subscription of a link; undefined for one that is unknown, altered, or ended. */
  const opened = async (token: string): Promise<Subscription | undefined> => {
    const byId = async (id: string) => {
      const subscription = await subscriptions.byId(id)
      return subscription && { ...subscription, ...ownerOf(subscription) }
    }
    return links.open(token, byId, 'opening')
  }

  yield* new Routes('public').post(paths.openings, async (context) => {
    const { email } = await readObject(context.req.raw)
    const address = typeof email === 'string' ? email.trim() : ''
    if (!isEmail(address)) throw new AppError('FORM_VALIDATION_FAILED', { details: { email: invalidEmail } })
    const open = openNow()
    if (open !== undefined) throw new AppError('CONFLICT', { message: `${open.cohort} is open now: apply at ${formPath}.` })
    await request(address, limitKey(context.get('client')))
    return context.json({ success: true }, 202)
  })

  yield* new Routes('public')
    .get(paths.opens, (context) => page(context, openView() ?? { kind: 'request' }))
    .post(paths.opens, async (context) => {
      const open = openView()
      if (open !== undefined) return page(context, open)
      const { email: value } = await readObject(context.req.raw)
      const email = typeof value === 'string' ? value.trim() : ''
      if (!isEmail(email)) return page(context, { kind: 'request', email, fault: invalidEmail }, 422)
      try {
        await request(email, limitKey(context.get('client')))
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
        return page(context, { kind: 'request', email, fault: tooMany }, announce(context, error))
      }
      return context.redirect(paths.openingRequested, 303)
    })
    .get(paths.openingRequested, (context) => page(context, { kind: 'requested' }))
    .get(patterns.openingLink, async (context) => {
      const token = context.req.param('token')
      const subscription = await opened(token)
      if (subscription === undefined) return page(context, { kind: 'none' }, 404)
      const open = openView()
      const waits = subscription.confirmedAt !== null
      if (open !== undefined && !waits) return page(context, open)
      const address = masked(subscription.email.toLowerCase())
      const own = { confirm: `${paths.openingLink(token)}/confirm`, off: paths.openingOff(token) }
      return page(context, { kind: 'link', address, waits, ...own })
    })
    .post(patterns.openingConfirm, async (context) => {
      const token = context.req.param('token')
      const subscription = await opened(token)
      if (subscription === undefined) return page(context, { kind: 'none' }, 404)
      await subscriptions.confirm(subscription.id, now())
      return context.redirect(paths.openingLink(token), 303)
    })
    // Mail programs post here themselves, and follow no redirection.
    .post(patterns.openingOff, async (context) => {
      const subscription = await opened(context.req.param('token'))
      if (subscription !== undefined) await subscriptions.remove(subscription.id)
      return page(context, { kind: 'none' })
    })
}
