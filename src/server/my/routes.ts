import { paths } from '../../api/paths.ts'
import { mayChangeAnswers } from '../../applications/answers-change.ts'
import type { Application } from '../../applications/application.ts'
import { withoutHeld } from '../../applications/letter-hold.ts'
import type { Progress } from '../../applications/progress.ts'
import { knownRequests } from '../../applications/requests.ts'
import type { ApplicationView, OwnPart, PrivatePageView } from '../../form-view/private-page/view.ts'
import { masked } from '../../shared/mailbox.ts'
import { Routes } from '../http/routes.ts'
import { answerIn } from '../http/speaking.ts'
import type { OpenedLink } from '../links/port.ts'
import type { Holder, HolderParts } from './holder.ts'
import { byAddress, isClosedFor, type OwnApplications, readState } from './own-application.ts'
import { type OwnMeetings, ownMeeting } from './own-meeting.ts'
import { viewOf, withdrawalPart } from './view.ts'

export interface PrivatePages extends OwnApplications, OwnMeetings, Pick<HolderParts, 'speechIn'> {
  /** What features add to an application on its page. */
  partsOf(application: Application, progress: Progress): Promise<readonly OwnPart[]>
}

/** Where a link leads. Without a cookie, the page says that the browser has not kept the link. */
const openedPage = `${paths.my}?opened=1`

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

/**
 * The applicants' own pages (decision 0140). Opening a private link only sets a cookie and redirects, so a mail scanner may open it too, and the
 * address of the page does not contain the secret.
 */
export const privatePageRoutes = (parts: PrivatePages, { page, open, held, named, hasCookie }: Holder): Routes =>
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
