import type { Context } from 'hono'
import { paths, patterns } from '../../api/paths.ts'
import { mayChangeAnswers } from '../../applications/answers-change.ts'
import type { Application } from '../../applications/application.ts'
import { progressOf } from '../../applications/progress.ts'
import type { ApplicationView } from '../../form-view/private-page/view.ts'
import { invalidEmail, isEmail } from '../../forms/fields/email.ts'
import { AppError } from '../../shared/errors.ts'
import { readObject } from '../http/body.ts'
import { announce } from '../http/error-reply.ts'
import { limitKey } from '../http/request.ts'
import { type Route, Routes, type Web } from '../http/routes.ts'
import type { Applications } from '../storage/applications-port.ts'
import { type ChangesOfAnswers, changeRoutes, isClosedFor } from './change.ts'
import { type Holder, type HolderParts, holderOf } from './holder.ts'
import { stopRoutes } from './stop-letters.ts'
import { masked, viewOf } from './view.ts'
import { withdrawalRoutes } from './withdrawal.ts'

/** What the applicants' own pages are made of. */
export interface PrivatePages extends ChangesOfAnswers, HolderParts {
  readonly applications: Pick<Applications, 'byId' | 'history' | 'save' | 'revise' | 'inQuarantine' | 'discard'>
  /** Counts a request for lost links. @throws AppError TOO_MANY_REQUESTS */
  countRequest(client: string): Promise<unknown>
  /** Sends the links of an address in one letter, unless one went there just now. Returns at once, and never fails. */
  sendLinks(email: string): void
}

const tooMany = 'Links were requested from here many times. Please try again in an hour.'

/**
 * The applicants' own pages (decision 0140). A link changes nothing but a cookie, so a mail scanner that opens it uses nothing up. Its secret is
 * in the address of that one reply only, never in the page's.
 */
export function* privatePageRoutes(parts: PrivatePages): Generator<Route> {
  const holder = holderOf(parts)
  yield* pageRoutes(parts, holder)
  yield* withdrawalRoutes(parts, holder)
  yield* changeRoutes(parts, holder)
  yield* stopRoutes(parts, holder)
}

function pageRoutes(parts: PrivatePages, { page, open, opened, close }: Holder): Routes {
  const { formVersions, now } = parts

  const viewFor = async (application: Application): Promise<ApplicationView> => {
    const history = await parts.applications.history(application.id)
    const messages = await parts.outbox.forApplication(application.id)
    const progress = progressOf(application, history, messages, now(), parts.delivery.holdS)
    return viewOf(application, await formVersions.of(application), progress, {
      now: now(),
      changeable: mayChangeAnswers(application, progress, isClosedFor(parts, application, history)),
      changedAt: history.findLast(({ event }) => event.what === 'answers_changed')?.at,
    })
  }

  const show = async (context: Context<Web>): Promise<Response> => {
    const applications = await opened(context)
    const chosen = applications.find(({ id }) => id === context.req.query('of')) ?? applications[0]
    if (chosen === undefined) return page(context, { kind: 'lost' })
    const byAddress = Map.groupBy(applications, ({ applicantEmail }) => applicantEmail.trim().toLowerCase())
    const address = chosen.applicantEmail.trim().toLowerCase()
    const own = (byAddress.get(address) ?? []).toSorted((a, b) => b.submittedAt.getTime() - a.submittedAt.getTime())
    byAddress.delete(address)
    return page(context, {
      kind: 'applications',
      address: masked(address),
      applications: await Promise.all(own.map(viewFor)),
      otherAddresses: [...byAddress].map(([other, [first]]) => ({ address: masked(other), id: first?.id ?? '' })),
    })
  }

  return new Routes('holder')
    .get(patterns.privateLink, async (context) => {
      const token = context.req.param('token')
      if ((await open(context, token)) === undefined) return page(context, { kind: 'unknown' }, 404)
      context.header('Referrer-Policy', 'no-referrer')
      return context.redirect(paths.my, 303)
    })
    .get(paths.my, show)
    .get(paths.lostLink, (context) => page(context, { kind: 'lost' }))
    .post(paths.lostLink, async (context) => {
      const { email: value } = await readObject(context.req.raw)
      const email = typeof value === 'string' ? value.trim() : ''
      if (!isEmail(email)) return page(context, { kind: 'lost', email, fault: invalidEmail }, 422)
      try {
        await parts.countRequest(limitKey(context.get('client')))
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
        return page(context, { kind: 'lost', email, fault: tooMany }, announce(context, error))
      }
      parts.sendLinks(email)
      return context.redirect(paths.linkRequested, 303)
    })
    .get(paths.linkRequested, (context) => page(context, { kind: 'requested' }))
    .post(paths.closePrivatePage, (context) => {
      close(context)
      return context.redirect(paths.my, 303)
    })
}
