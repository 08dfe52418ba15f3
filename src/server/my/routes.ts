import { ReadableStream as Stream } from 'node:stream/web'
import type { Context } from 'hono'
import { paths, patterns } from '../../api/paths.ts'
import { mayChangeAnswers } from '../../applications/answers-change.ts'
import type { Application } from '../../applications/application.ts'
import { progressOf } from '../../applications/progress.ts'
import { knownRequests } from '../../applications/requests.ts'
import type { ApplicationView } from '../../form-view/private-page/view.ts'
import { invalidEmail, isEmail, masked } from '../../forms/fields/email.ts'
import { AppError } from '../../shared/errors.ts'
import { archiveHeaders } from '../http/archive-headers.ts'
import { readObject } from '../http/body.ts'
import { announce } from '../http/error-reply.ts'
import { limitKey } from '../http/request.ts'
import { type Route, Routes, type Web } from '../http/routes.ts'
import type { Applications } from '../storage/applications-port.ts'
import { type ChangesOfAnswers, changeRoutes, isClosedFor } from './change.ts'
import { type Holder, type HolderParts, holderOf } from './holder.ts'
import { type AnsweringRequests, requestRoutes } from './requests.ts'
import { stopRoutes } from './stop-letters.ts'
import { viewOf } from './view.ts'
import { withdrawalRoutes } from './withdrawal.ts'

/** What the applicants' own pages are made of. */
export interface PrivatePages extends ChangesOfAnswers, AnsweringRequests, HolderParts {
  readonly applications: Pick<Applications, 'byId' | 'history' | 'save' | 'saveWithFile' | 'revise' | 'inQuarantine' | 'discard'>
  /** Counts a request for lost links. @throws AppError TOO_MANY_REQUESTS */
  countRequest(client: string): Promise<unknown>
  /** Sends the links of an address in one letter, unless one went there just now. Returns at once, and never fails. */
  sendLinks(email: string): void
  /** Counts a download of own data. @throws AppError TOO_MANY_REQUESTS */
  countDownload(client: string): Promise<unknown>
  /** Everything of these applications for their applicant, as a ZIP. */
  archive(ids: readonly string[]): AsyncIterable<Uint8Array>
}

const tooManyDownloads = {
  title: 'Please try again in an hour',
  text: 'Your data was downloaded from here many times within an hour.',
} as const

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
  yield* requestRoutes(parts, holder)
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
      requests: knownRequests(application, progress.status, messages),
      changedAt: history.findLast(({ event }) => event.what === 'answers_changed')?.at,
    })
  }

  /** The applications of one address among those that this browser has opened; all other addresses in `otherAddresses`. */
  const shown = async (context: Context<Web>) => {
    const applications = await opened(context)
    const chosen = applications.find(({ id }) => id === context.req.query('of')) ?? applications[0]
    const byAddress = Map.groupBy(applications, ({ applicantEmail }) => applicantEmail.trim().toLowerCase())
    const address = chosen?.applicantEmail.trim().toLowerCase() ?? ''
    const own = (byAddress.get(address) ?? []).toSorted((a, b) => b.submittedAt.getTime() - a.submittedAt.getTime())
    byAddress.delete(address)
    return { address, own, otherAddresses: byAddress }
  }

  const show = async (context: Context<Web>): Promise<Response> => {
    const { address, own, otherAddresses } = await shown(context)
    if (own.length === 0) return page(context, { kind: 'lost' })
    return page(context, {
      kind: 'applications',
      address: masked(address),
      applications: await Promise.all(own.map(viewFor)),
      otherAddresses: [...otherAddresses].map(([other, [first]]) => ({ address: masked(other), id: first?.id ?? '' })),
    })
  }

  /** Only what was opened here by its link: an address alone, which anyone can type into a form, opens nothing else. */
  const download = async (context: Context<Web>): Promise<Response> => {
    const { own } = await shown(context)
    const [newest] = own
    if (newest === undefined) return page(context, { kind: 'lost' }, 404)
    try {
      await parts.countDownload(limitKey(context.get('client')))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
      return page(context, { kind: 'notice', id: newest.id, ...tooManyDownloads }, announce(context, error))
    }
    const pieces = parts.archive(own.map(({ id }) => id))
    return context.body(Stream.from(pieces) as ReadableStream<Uint8Array>, 200, archiveHeaders(now()))
  }

  return new Routes('holder')
    .get(patterns.privateLink, async (context) => {
      const token = context.req.param('token')
      if ((await open(context, token)) === undefined) return page(context, { kind: 'unknown' }, 404)
      context.header('Referrer-Policy', 'no-referrer')
      return context.redirect(paths.my, 303)
    })
    .get(paths.my, show)
    .get(paths.ownData, download)
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
