import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { paths, patterns } from '../../api/paths.ts'
import type { Application } from '../../applications/application.ts'
import { progressOf } from '../../applications/progress.ts'
import type { ApplicationView, PrivatePageView } from '../../form-view/private-page/view.ts'
import { invalidEmail, isEmail } from '../../forms/fields/email.ts'
import { AppError } from '../../shared/errors.ts'
import type { FormVersions } from '../form-versions.ts'
import { readObject } from '../http/body.ts'
import { announce } from '../http/error-reply.ts'
import { keepLinkCookie, limitKey, readLinkCookie } from '../http/request.ts'
import type { Web } from '../http/routes.ts'
import { Routes } from '../http/routes.ts'
import type { PrivateLinks } from '../private-links.ts'
import type { Applications } from '../storage/applications-port.ts'
import type { Outbox } from '../storage/outbox-port.ts'
import { masked, viewOf } from './view.ts'

/** What the applicants' own pages are made of. */
export interface PrivatePages {
  readonly applications: Pick<Applications, 'byId' | 'history'>
  readonly outbox: Pick<Outbox, 'forApplication'>
  readonly formVersions: Pick<FormVersions, 'of'>
  readonly links: PrivateLinks
  /** Whether PUBLIC_URL is https. */
  readonly secure: boolean
  /** The whole page with a visitor's own content in its place. */
  draw(view: PrivatePageView): { readonly html: string; readonly headers: Readonly<Record<string, string>> }
  /** Counts a request for lost links. @throws AppError TOO_MANY_REQUESTS */
  countRequest(client: string): Promise<void>
  /** Sends the links of an address in one letter, unless one went there just now. Returns at once, and never fails. */
  sendLinks(email: string): void
}

/** Holds the tokens of the links that were opened in this browser, the latest first. */
export const linkCookie = 'kolam_my'
const cookieLifeS = 30 * 24 * 60 * 60
/** More than anyone applies in a month, in less than a third of what a cookie may hold. */
const mostTokens = 20

const tooMany = 'Links were requested from here many times. Please try again in an hour.'

const tokensOf = (context: Context, secure: boolean): readonly string[] =>
  readLinkCookie(context, linkCookie, secure).split('~').filter(Boolean)

/**
 * The applicants' own pages (decision 0140). A link changes nothing but a cookie, so a mail scanner that opens it uses nothing up. Its secret is
 * in the address of that one reply only, never in the page's.
 */
export function privatePageRoutes(parts: PrivatePages): Routes {
  const { links, formVersions } = parts
  const byId = (id: string): Promise<Application | undefined> => parts.applications.byId(id)
  const page = (context: Context<Web>, view: PrivatePageView, status: ContentfulStatusCode = 200): Response => {
    const { html, headers } = parts.draw(view)
    // The forms of this page need the `Origin` header, which browsers leave out under no-referrer.
    return context.html(html, status, { ...headers, 'Referrer-Policy': 'same-origin' })
  }
  const keep = (context: Context, tokens: readonly string[]): void =>
    keepLinkCookie(context, linkCookie, tokens.join('~'), tokens.length === 0 ? 0 : cookieLifeS, parts.secure, paths.my)

  /** The applications whose links this browser has opened, the latest first. */
  const opened = async (context: Context): Promise<readonly Application[]> =>
    (await Promise.all(tokensOf(context, parts.secure).map((token) => links.open(token, byId)))).filter(
      (application) => application !== undefined,
    )

  const viewFor = async (application: Application): Promise<ApplicationView> => {
    const history = await parts.applications.history(application.id)
    const messages = await parts.outbox.forApplication(application.id)
    return viewOf(application, await formVersions.of(application), progressOf(application, history, messages))
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
      const application = await links.open(token, byId)
      if (application === undefined) return page(context, { kind: 'unknown' }, 404)
      keep(context, [token, ...tokensOf(context, parts.secure).filter((other) => other !== token)].slice(0, mostTokens))
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
      keep(context, [])
      return context.redirect(paths.my, 303)
    })
}
