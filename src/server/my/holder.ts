import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { paths } from '../../api/paths.ts'
import type { Application } from '../../applications/application.ts'
import type { PrivatePageView } from '../../form-view/private-page/view.ts'
import { keepLinkCookie, readLinkCookie } from '../http/request.ts'
import type { Web } from '../http/routes.ts'
import type { PrivateLinks } from '../private-links.ts'
import type { Applications } from '../storage/applications-port.ts'

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
export const linkCookie = 'kolam_my'
const cookieLifeS = 30 * 24 * 60 * 60
/** More than anyone applies in a month, in less than a third of what a cookie may hold. */
const mostTokens = 20

/** A browser that holds private links: what it has opened, and what it is shown. */
export interface Holder {
  page(context: Context<Web>, view: PrivatePageView, status?: ContentfulStatusCode): Response
  /** The application of a token, which this browser holds from now on; undefined for an unknown, an altered and an ended one. */
  open(context: Context, token: string): Promise<Application | undefined>
  /** The applications whose links this browser has opened, the latest first. */
  opened(context: Context): Promise<readonly Application[]>
  /** Forgets every link in this browser. */
  close(context: Context): void
}

export function holderOf({ applications, links, secure, draw }: HolderParts): Holder {
  // one in quarantine looks as one that is read: nothing tells its sender
  const byId = async (id: string): Promise<Application | undefined> =>
    (await applications.byId(id)) ?? applications.inQuarantine(id)
  const tokensOf = (context: Context): readonly string[] => readLinkCookie(context, linkCookie, secure).split('~').filter(Boolean)
  const keep = (context: Context, tokens: readonly string[]): void =>
    keepLinkCookie(context, linkCookie, tokens.join('~'), tokens.length === 0 ? 0 : cookieLifeS, secure, paths.my)
  return {
    page(context, view, status = 200) {
      const { html, headers } = draw(view)
      // The forms of this page need the `Origin` header, which browsers leave out under no-referrer.
      return context.html(html, status, { ...headers, 'Referrer-Policy': 'same-origin' })
    },
    async open(context, token) {
      const application = await links.open(token, byId)
      if (application !== undefined)
        keep(context, [token, ...tokensOf(context).filter((other) => other !== token)].slice(0, mostTokens))
      return application
    },
    opened: async (context) =>
      (await Promise.all(tokensOf(context).map((token) => links.open(token, byId)))).filter(
        (application) => application !== undefined,
      ),
    close: (context) => keep(context, []),
  }
}
