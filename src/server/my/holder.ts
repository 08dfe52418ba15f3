import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { paths } from '../../api/paths.ts'
import type { Application } from '../../applications/application.ts'
import type { PrivatePageView } from '../../form-view/private-page/view.ts'
import type { AppError } from '../../shared/errors.ts'
import type { FormType } from '../../shared/form-types.ts'
import type { Speech } from '../../shared/translate.ts'
import { type DrawnPage, drawnResponse } from '../http/drawn-page.ts'
import { setRetryAfter } from '../http/error-response.ts'
import { readLinkCookie, setLinkCookie } from '../http/request.ts'
import type { Web } from '../http/routes.ts'
import { answerIn } from '../http/speaking.ts'
import { idOfToken, type OpenedLink, type PrivateLinks } from '../links/port.ts'
import type { Applications } from '../records/applications/port.ts'
import type { Outbox } from '../records/outbox/port.ts'
import { untilNotStale } from '../records/until-not-stale.ts'
import { ownPage } from './own-application.ts'

export interface HolderParts {
  readonly applications: Pick<Applications, 'byId' | 'inQuarantine'>
  readonly outbox: Pick<Outbox, 'prove'>
  readonly links: PrivateLinks
  /** Whether PUBLIC_URL is https. */
  readonly secure: boolean
  now(): Date
  /** The language of a code, about a form if there is one; undefined for English. */
  speechIn(code: string | undefined, about?: FormType): Speech | undefined
  /** Renders the page of a view. */
  draw(view: PrivatePageView): DrawnPage
}

/** Contains the tokens of the links that were opened in this browser, the latest first. */
const linkCookie = 'kolam_my'
const cookieLifeS = 30 * 24 * 60 * 60
/** More than the applications of any person in a month, and less than a third of a cookie's size limit. */
const maxTokens = 20

/** The outcome of a request about one application: `done` redirects to the application, which says that answers were `saved`; `response` is that of a feature; the others are pages, which may say why nothing was done. */
export type Outcome =
  | { readonly kind: 'done'; readonly id: string; readonly saved?: true }
  | { readonly kind: 'page'; readonly view: PrivatePageView; readonly status: ContentfulStatusCode }
  | { readonly kind: 'response'; readonly response: Response }
  | { readonly kind: 'limited'; readonly view: PrivatePageView; readonly limit: AppError }

/** The form for a lost link: the response when this browser has not opened the application's link. */
export const lostLink: Outcome = { kind: 'page', view: { kind: 'lost', missing: 'application' }, status: 404 }

/** A page of a feature about an application, below its applicant's own. */
export interface PageOfFeature<View> {
  draw(view: View | { readonly kind: 'none'; readonly id: string }): DrawnPage
  /** Undefined when the application has none now. @param isOwner whether this browser has opened the owner's link */
  view(application: Application, isOwner: boolean): Promise<View | undefined>
}

/** What a browser with private links has opened, and the responses to it. */
export interface Holder {
  page(context: Context<Web>, view: PrivatePageView, status?: ContentfulStatusCode): Response
  /** Shows a feature's page of an application, with what replaces parts of its view. */
  show<View>(
    context: Context<Web>,
    application: Application,
    page: PageOfFeature<View>,
    more?: Partial<View>,
    status?: ContentfulStatusCode,
  ): Promise<Outcome>
  /** Turns an outcome into a response: a redirect to the application, or a page. */
  respond(context: Context<Web>, outcome: Outcome): Response
  /**
   * Opens the link of a token; undefined for an unknown one. Unless it has ended, the token is added to the browser's cookie, and replaces others of the
   * same application. It writes nothing.
   */
  open(context: Context, token: string): Promise<OpenedLink<Application> | undefined>
  /** Whether this browser has opened the owner's link of an application. Anyone can send a form with another's address. */
  isOwner(context: Context, application: Application): Promise<boolean>
  /** Whether this browser has a cookie with links, valid or not. */
  hasCookie(context: Context): boolean
  /** The links that this browser has opened, the latest first; also those that have ended since. An owner's link among them ends the sender's. */
  held(context: Context): Promise<readonly OpenedLink<Application>[]>
  /** Ends every link of these applications, but gives this browser, which must hold owner's links of them, new ones. */
  endOthers(context: Context, links: readonly OpenedLink<Application>[]): Promise<void>
  /** The applications whose links this browser has opened, the latest first. */
  opened(context: Context): Promise<readonly Application[]>
  /** The application with the id in a request, if its link was opened in this browser. */
  named(context: Context, id: unknown): Promise<Application | undefined>
  /**
   * Calls `action` with the application whose id is in the request, and responds with its outcome; without such an application, responds with `lost`, by
   * default the form for a lost link. `action` is called again when it returns `stale`: another change was saved meanwhile.
   */
  forNamed(
    context: Context<Web>,
    id: unknown,
    action: (application: Application) => Promise<Outcome | 'stale'>,
    lost?: Outcome,
  ): Promise<Response>
  /** Removes every link from this browser. */
  close(context: Context): void
}

/** Reads and writes the cookie of a browser that holds private links. */
export function holderOf({ applications, outbox, links, secure, now, draw, speechIn }: HolderParts): Holder {
  // An application in quarantine looks like any other: its sender must not notice. Both are read for every id, so that an unknown one takes as long.
  const byId = async (id: string): Promise<Application | undefined> => {
    const [listed, quarantined] = await Promise.all([applications.byId(id), applications.inQuarantine(id)])
    return listed ?? quarantined
  }
  // Each token is looked up in the database, and anyone can send a cookie with hundreds of them.
  const tokensOf = (context: Context): readonly string[] =>
    readLinkCookie(context, linkCookie, secure).split('~').filter(Boolean).slice(0, maxTokens)
  const keep = (context: Context, tokens: readonly string[]): void =>
    setLinkCookie(context, linkCookie, tokens.join('~'), tokens.length === 0 ? 0 : cookieLifeS, secure, paths.my)
  const page: Holder['page'] = (context, view, status = 200) => drawnResponse(context, draw(view), status)
  const respond: Holder['respond'] = (context, outcome) => {
    if (outcome.kind === 'done') return context.redirect(ownPage(outcome.id, outcome.saved && 'saved'), 303)
    if (outcome.kind === 'response') return outcome.response
    return page(context, outcome.view, outcome.kind === 'limited' ? setRetryAfter(context, outcome.limit) : outcome.status)
  }
  const held: Holder['held'] = async (context) => {
    const all = (await Promise.all(tokensOf(context).map((token) => links.open(token, byId)))).filter(
      (link) => link !== undefined,
    )
    // Only now, not at the first GET: mail scanners open the links in letters, but most keep no cookies.
    for (const link of all) await links.noteOpened(link, now())
    return all
  }
  /** What this browser has opened, from now on in the language of the latest. */
  const spoken: Holder['held'] = async (context) => {
    const all = await held(context)
    const [latest] = all
    if (latest !== undefined) answerIn(speechIn(latest.application.language))
    return all
  }
  const isOwner: Holder['isOwner'] = async (context, { id }) =>
    (await held(context)).some(({ kind, hasEnded, application }) => kind === 'owner' && !hasEnded && application.id === id)
  const opened: Holder['opened'] = async (context) =>
    (await spoken(context)).filter(({ hasEnded }) => !hasEnded).map(({ application }) => application)
  /** Puts owner's links first: anyone can send many forms with a person's address, and their links must not push out the person's own. */
  const ownersFirst = async (tokens: readonly string[]): Promise<readonly string[]> => {
    const kinds = await Promise.all(tokens.map(async (token) => (await links.open(token, byId))?.kind))
    return ['owner', 'sender'].flatMap((kind) => tokens.filter((_, index) => kinds[index] === kind))
  }
  const named: Holder['named'] = async (context, id) => {
    const application = (await opened(context)).find((each) => each.id === id)
    if (application !== undefined) answerIn(speechIn(application.language, application.formType))
    return application
  }
  return {
    page,
    async show(context, application, of, more = {}, status = 200) {
      const view = await of.view(application, await isOwner(context, application))
      const drawn = of.draw(view === undefined ? { kind: 'none', id: application.id } : { ...view, ...more })
      return { kind: 'response', response: drawnResponse(context, drawn, view === undefined && status === 200 ? 404 : status) }
    },
    respond,
    isOwner,
    hasCookie: (context) => tokensOf(context).length > 0,
    held,
    opened,
    named,
    forNamed: (context, id, action, lost = lostLink) =>
      untilNotStale(async () => {
        const link = (await spoken(context)).find(({ hasEnded, application }) => !hasEnded && application.id === id)
        if (link === undefined) return respond(context, lost)
        answerIn(speechIn(link.application.language, link.application.formType))
        // A press: mail scanners open links, but post no forms.
        if (link.kind === 'owner' && context.req.method === 'POST') await outbox.prove(link.application.id, now())
        const outcome = await action(link.application)
        return outcome === 'stale' ? outcome : respond(context, outcome)
      }),
    async open(context, token) {
      const link = await links.open(token, byId)
      if (link === undefined || link.hasEnded) return link
      const stored = tokensOf(context).filter((other) => idOfToken(other) !== link.application.id)
      keep(context, [token, ...(stored.length < maxTokens ? stored : await ownersFirst(stored))].slice(0, maxTokens))
      return link
    },
    async endOthers(context, ending) {
      const renewed = new Map<string, string | undefined>()
      for (const link of ending) renewed.set(link.application.id, await links.renew(link, now()))
      keep(
        context,
        tokensOf(context).map((token) => renewed.get(idOfToken(token)) ?? token),
      )
    },
    close: (context) => keep(context, []),
  }
}
