import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { paths } from '../../api/paths.ts'
import type { Application } from '../../applications/application.ts'
import type { PrivatePageView } from '../../form-view/private-page/view.ts'
import type { AppError } from '../../shared/errors.ts'
import { announce } from '../http/error-reply.ts'
import { keepLinkCookie, readLinkCookie } from '../http/request.ts'
import type { Web } from '../http/routes.ts'
import type { PrivateLinks } from '../private-links.ts'
import type { Applications } from '../storage/applications-port.ts'
import { ownPage } from './own-application.ts'

/** What the pages of a holder of private links need. */
export interface HolderParts {
  readonly applications: Pick<Applications, 'byId' | 'inQuarantine'>
  readonly links: PrivateLinks
  /** Whether PUBLIC_URL is https. */
  readonly secure: boolean
  /** The whole page with a visitor's own content in its place. */
  draw(view: PrivatePageView): { readonly html: string; readonly headers: Readonly<Record<string, string>> }
}

/** Holds the tokens of the links that were opened in this browser, the latest first. */
const linkCookie = 'kolam_my'
const cookieLifeS = 30 * 24 * 60 * 60
/** More than anyone applies in a month, in less than a third of what a cookie may hold. */
const mostTokens = 20

/** What became of a request about one application: it is done, and the applicant reads on there; or a page, which may say why not. */
export type Outcome =
  | { readonly kind: 'done'; readonly id: string }
  | { readonly kind: 'page'; readonly view: PrivatePageView; readonly status: ContentfulStatusCode }
  | { readonly kind: 'limited'; readonly view: PrivatePageView; readonly limit: AppError }

/** The form for a lost link, in place of what this browser has not opened. */
export const lost: Outcome = { kind: 'page', view: { kind: 'lost' }, status: 404 }

/** A browser that holds private links: what it has opened, and what it is shown. */
export interface Holder {
  page(context: Context<Web>, view: PrivatePageView, status?: ContentfulStatusCode): Response
  /** The reply that an outcome is: a redirect to the application, or a page. */
  reply(context: Context<Web>, outcome: Outcome): Response
  /** The application of a token, which this browser holds from now on; undefined for an unknown, an altered and an ended one. */
  open(context: Context, token: string): Promise<Application | undefined>
  /** The applications whose links this browser has opened, the latest first. */
  opened(context: Context): Promise<readonly Application[]>
  /** The application of an id that a request names, if its link was opened in this browser. */
  named(context: Context, id: unknown): Promise<Application | undefined>
  /**
   * Replies with what `verb` does with the application that a request names; with the form for a lost link without one.
   * `verb` says `stale` when something else was saved meanwhile, and is called again.
   */
  forNamed(context: Context<Web>, id: unknown, verb: (application: Application) => Promise<Outcome | 'stale'>): Promise<Response>
  /** Forgets every link in this browser. */
  close(context: Context): void
}

/** What the pages do with the cookie of a browser that holds private links. */
export function holderOf({ applications, links, secure, draw }: HolderParts): Holder {
  // one in quarantine looks as one that is read: nothing tells its sender
  const byId = async (id: string): Promise<Application | undefined> =>
    (await applications.byId(id)) ?? applications.inQuarantine(id)
  const tokensOf = (context: Context): readonly string[] => readLinkCookie(context, linkCookie, secure).split('~').filter(Boolean)
  const keep = (context: Context, tokens: readonly string[]): void =>
    keepLinkCookie(context, linkCookie, tokens.join('~'), tokens.length === 0 ? 0 : cookieLifeS, secure, paths.my)
  const page: Holder['page'] = (context, view, status = 200) => {
    const { html, headers } = draw(view)
    // The forms of this page need the `Origin` header, which browsers leave out under no-referrer.
    return context.html(html, status, { ...headers, 'Referrer-Policy': 'same-origin' })
  }
  const reply: Holder['reply'] = (context, outcome) => {
    if (outcome.kind === 'done') return context.redirect(ownPage(outcome.id), 303)
    return page(context, outcome.view, outcome.kind === 'limited' ? announce(context, outcome.limit) : outcome.status)
  }
  const opened: Holder['opened'] = async (context) =>
    (await Promise.all(tokensOf(context).map((token) => links.open(token, byId)))).filter(
      (application) => application !== undefined,
    )
  const named: Holder['named'] = async (context, id) => (await opened(context)).find((application) => application.id === id)
  return {
    page,
    reply,
    opened,
    named,
    async forNamed(context, id, verb) {
      for (;;) {
        const application = await named(context, id)
        if (application === undefined) return reply(context, lost)
        const outcome = await verb(application)
        if (outcome !== 'stale') return reply(context, outcome)
      }
    },
    async open(context, token) {
      const application = await links.open(token, byId)
      if (application !== undefined)
        keep(context, [token, ...tokensOf(context).filter((other) => other !== token)].slice(0, mostTokens))
      return application
    },
    close: (context) => keep(context, []),
  }
}
