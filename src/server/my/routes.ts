import { paths } from '../../api/paths.ts'
import { mayChangeAnswers } from '../../applications/answers-change.ts'
import type { Application } from '../../applications/application.ts'
import { withoutHeld } from '../../applications/letter-hold.ts'
import type { Progress } from '../../applications/progress.ts'
import { knownRequests } from '../../applications/requests.ts'
import type { ApplicationView, OwnPart, PrivatePageView } from '../../form-view/private-page/view.ts'
import { invalidEmail, masked, readEmail } from '../../forms/fields/email.ts'
import { mailboxKey } from '../../shared/mailbox.ts'
import { spoken, untranslated } from '../../shared/translate.ts'
import { readObject, shortBytes } from '../http/body.ts'
import { archiveResponse } from '../http/download.ts'
import { limitRefusal } from '../http/limits.ts'
import { type Route, Routes } from '../http/routes.ts'
import { answerIn } from '../http/speaking.ts'
import type { OpenedLink } from '../links/private-links.ts'
import { limitKey } from '../networks.ts'
import type { Applications } from '../records/applications/port.ts'
import { type ChangesOfAnswers, changeRoutes, isClosedFor } from './change.ts'
import { type Holder, type HolderParts, lostLink, type Outcome } from './holder.ts'
import { type ChoosingMeetings, meetingRoutes, ownMeeting } from './meeting.ts'
import { readState } from './own-application.ts'
import { type AnsweringRequests, requestRoutes } from './requests.ts'
import { stopRoutes } from './stop-letters.ts'
import { viewOf } from './view.ts'
import { withdrawalPart, withdrawalRoutes } from './withdrawal.ts'

/** The parts for the applicants' own pages. */
export interface PrivatePages extends ChangesOfAnswers, AnsweringRequests, ChoosingMeetings, HolderParts {
  readonly holder: Holder
  readonly applications: Pick<
    Applications,
    'byId' | 'history' | 'save' | 'saveWithFile' | 'revise' | 'inQuarantine' | 'discard' | 'file'
  >
  readonly outbox: ChangesOfAnswers['outbox']
  /** Counts a request for lost links. @throws AppError TOO_MANY_REQUESTS */
  countRequest(client: string): Promise<unknown>
  /** Queues one letter with the links of an address. Returns immediately and never fails. @param ip the client that asked for it; undefined for the desk */
  sendLinks(email: string, ip?: string): void
  /** Counts a download of an applicant's own data. @throws AppError TOO_MANY_REQUESTS */
  countDownload(client: string): Promise<unknown>
  /** What features add to an application on its page. */
  partsOf(application: Application, progress: Progress): Promise<readonly OwnPart[]>
  /** The archive of these applications for their applicant, as a ZIP. */
  archive(ids: readonly string[]): AsyncIterable<Uint8Array>
}

const tooManyDownloads = {
  title: untranslated`Please try again in an hour`,
  text: untranslated`Your data was downloaded from here many times within an hour.`,
} as const

const linksEnded = {
  title: untranslated`All other links have ended`,
  text: untranslated`Only this browser opens your applications now. Links in earlier emails have ended too; our next emails have new ones, and you can have them sent at any time with “Lost the link?”.`,
} as const

/** The address of a page that may be without an application, which names its language. */
const inSpokenLanguage = (path: string): string => (spoken() === undefined ? path : `${path}?language=${spoken()}`)

/** Where a link leads. Without a cookie, the page says that the browser has not kept the link. */
const openedPage = `${paths.my}?opened=1`

const tooMany = untranslated`Links were requested from here many times. Please try again in an hour.`

async function viewFor(parts: PrivatePages, application: Application): Promise<ApplicationView> {
  const { formVersions, now } = parts
  const { history, messages, progress } = await readState(parts, application)
  const view = viewOf(application, await formVersions.of(application), progress, {
    changeable: mayChangeAnswers(application, progress, isClosedFor(parts, application, history)),
    requests: knownRequests(application, progress.status, messages),
    meeting: await ownMeeting(parts, withoutHeld(application, history, messages, now(), parts.delivery.holdS), progress),
    changedAt: history.findLast(({ event }) => event.what === 'answers_changed')?.at,
  })
  return { ...view, ...withdrawalPart(application, progress, now()), parts: await parts.partsOf(application, progress) }
}

/**
 * The opened applications of one address, the latest first. It is the address of the application `of`, or else of the latest link. `otherAddresses`
 * has one application of every other address.
 */
function byAddress(opened: readonly Application[], of: string | undefined) {
  const chosen = opened.find(({ id }) => id === of) ?? opened[0]
  const groups = Map.groupBy(opened, ({ applicantEmail }) => mailboxKey(applicantEmail))
  const address = mailboxKey(chosen?.applicantEmail ?? '')
  const own = (groups.get(address) ?? []).toSorted((a, b) => b.submittedAt.getTime() - a.submittedAt.getTime())
  groups.delete(address)
  return {
    address,
    own,
    otherAddresses: [...groups].map(([other, [first]]) => ({ address: masked(other), id: first?.id ?? '' })),
  }
}

function endedView({ speechIn }: PrivatePages, { applicantEmail, language, formType }: Application): PrivatePageView {
  answerIn(speechIn(language, formType))
  return { kind: 'ended', address: masked(applicantEmail.trim().toLowerCase()) }
}

/** Shows the opened applications of one address. */
async function ownApplications(
  parts: PrivatePages,
  held: readonly OpenedLink<Application>[],
  of: string | undefined,
): Promise<PrivatePageView> {
  const valid = held.filter(({ hasEnded }) => !hasEnded)
  const opened = valid.map(({ application }) => application)
  const { address, own, otherAddresses } = byAddress(opened, of)
  const isMissing = of !== undefined && opened.every(({ id }) => id !== of)
  const [ended] = held
  if (own.length === 0 && ended !== undefined) return endedView(parts, ended.application)
  if (own.length === 0) return { kind: 'lost', ...(isMissing && { missing: 'application' }) }
  // Of several forms it says `applications`.
  const [about, ...further] = new Set(own.map(({ formType }) => formType))
  answerIn(parts.speechIn(own[0]?.language, further.length > 0 ? undefined : about))
  const applications = await Promise.all(own.map((application) => viewFor(parts, application)))
  const isOwner = valid.some(({ kind, application }) => kind === 'owner' && own.includes(application))
  return { kind: 'applications', address: masked(address), isAnother: isMissing, applications, isOwner, otherAddresses }
}

/** Queues the letter with the links of an address, or returns the page that says why not. The response is the same for every address, so that nobody learns who applied. */
async function requestLinks(parts: PrivatePages, typed: unknown, ip: string): Promise<Outcome | 'requested'> {
  const email = readEmail(typed)
  if (email === undefined)
    return {
      kind: 'page',
      view: { kind: 'lost', email: typeof typed === 'string' ? typed : '', fault: invalidEmail },
      status: 422,
    }
  const limit = await limitRefusal(parts.countRequest(limitKey(ip)))
  if (limit !== undefined) return { kind: 'limited', view: { kind: 'lost', email, fault: tooMany }, limit }
  parts.sendLinks(email, ip)
  return 'requested'
}

const pageRoutes = (
  parts: PrivatePages,
  { page, respond, open, held, opened, named, endOthers, hasCookie, close }: Holder,
): Routes =>
  new Routes('holder')
    .get(paths.privateLink, async (context) => {
      const link = await open(context, context.req.param('token'))
      if (link === undefined) return page(context, { kind: 'unknown' }, 404)
      const { application, hasEnded } = link
      // The success view of the browser that has opened the owner's link still shows the sender's.
      if (hasEnded && (await named(context, application.id)) === undefined)
        return page(context, endedView(parts, application), 404)
      context.header('Referrer-Policy', 'no-referrer')
      return context.redirect(
        application.language === undefined ? openedPage : `${openedPage}&language=${application.language}`,
        303,
      )
    })
    .get(paths.my, async (context) => {
      const { of, opened: isRedirected } = context.req.query()
      const links = await held(context)
      if (isRedirected !== undefined && !hasCookie(context)) return page(context, { kind: 'lost', missing: 'cookie' })
      return page(context, await ownApplications(parts, links, of))
    })
    // Only applications whose link was opened in this browser: anyone can submit a form with another person's address.
    .get(paths.ownData, async (context) => {
      const of = context.req.query('of')
      const all = await opened(context)
      const { own } = byAddress(all, of)
      const [newest] = own
      // The page of an application that was deleted meanwhile must not download what another person sent.
      const hasEnded = of !== undefined && all.every(({ id }) => id !== of)
      if (newest === undefined || hasEnded) return respond(context, lostLink)
      const limit = await limitRefusal(parts.countDownload(limitKey(context.get('client'))))
      if (limit !== undefined)
        return respond(context, { kind: 'limited', view: { kind: 'notice', id: newest.id, ...tooManyDownloads }, limit })
      return archiveResponse(context, parts.archive(own.map(({ id }) => id)), parts.now())
    })
    .get(paths.lostLink, (context) => page(context, { kind: 'lost' }))
    .post(paths.lostLink, async (context) => {
      const { email } = await readObject(context, shortBytes)
      const outcome = await requestLinks(parts, email, context.get('client'))
      return outcome === 'requested' ? context.redirect(inSpokenLanguage(paths.linkRequested), 303) : respond(context, outcome)
    })
    .get(paths.linkRequested, (context) => page(context, { kind: 'requested' }))
    // A sender may not end the links of the owner.
    .post(paths.endLinks, async (context) => {
      const { of } = await readObject(context)
      const owned = (await held(context)).filter(({ kind }) => kind === 'owner')
      const chosen = byAddress(
        owned.map(({ application }) => application),
        typeof of === 'string' ? of : undefined,
      )
      const ending = owned.filter(({ application }) => chosen.own.includes(application))
      const [first] = ending
      if (first === undefined) return respond(context, lostLink)
      await endOthers(context, ending)
      return page(context, { kind: 'notice', id: first.application.id, ...linksEnded })
    })
    .post(paths.closePrivatePage, async (context) => {
      // The page after it has no link to be in the language of.
      await opened(context)
      close(context)
      return context.redirect(inSpokenLanguage(paths.my), 303)
    })

/**
 * The applicants' own pages (decision 0140). Opening a private link only sets a cookie and redirects, so a mail scanner may open it too, and the
 * address of the page does not contain the secret.
 */
export function* privatePageRoutes(parts: PrivatePages): Generator<Route> {
  const { holder } = parts
  yield* pageRoutes(parts, holder)
  yield* withdrawalRoutes(parts, holder)
  yield* changeRoutes(parts, holder)
  yield* requestRoutes(parts, holder)
  yield* meetingRoutes(parts, holder)
  yield* stopRoutes(parts, holder)
}
