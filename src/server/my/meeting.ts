import { paths } from '../../api/paths.ts'
import type { Application } from '../../applications/application.ts'
import { changeableUntil, changeHours, chooseMeeting, earliestChange } from '../../applications/meetings.ts'
import type { MeetingView, PrivatePageView } from '../../form-view/private-page/view.ts'
import { calendar } from '../../shared/calendar.ts'
import { dayInWords, siteZone } from '../../shared/dates.ts'
import { reference } from '../../shared/ids.ts'
import { translate, untranslated } from '../../shared/translate.ts'
import { storedTerms, termsAt } from '../changes/meeting-terms.ts'
import { readObject, shortBytes } from '../http/body.ts'
import { limitRefusal } from '../http/limits.ts'
import { Routes } from '../http/routes.ts'
import { applicantEvent } from '../mail/messages/meeting.ts'
import { type Slot, SlotTaken } from '../records/slots.ts'
import type { ApplicantsChanges } from './applicants-changes.ts'
import { type Holder, lostLink, type Outcome } from './holder.ts'
import { readState } from './own-application.ts'
import { mayMeet, type OwnMeetings, timeView } from './own-meeting.ts'

export interface ChoosingMeetings
  extends OwnMeetings,
    Pick<ApplicantsChanges, 'applications' | 'outbox' | 'formVersions' | 'delivery' | 'poke' | 'countChange'> {
  readonly siteName: string
}

const notice = (id: string, title: string, text: string): Outcome => ({
  kind: 'page',
  view: { kind: 'notice', id, title, text },
  status: 409,
})

const closed = untranslated`There is no meeting to choose a time for now. Your page says where your application stands.`
const closedNow = untranslated`The time of our meeting cannot be changed here at the moment. Please reply to our email about it.`
const tooLate = (): string =>
  translate`Our meeting begins in less than ${changeHours} hours, so it cannot be changed here any more. Please reply to our email about it.`
const taken = untranslated`This time was taken a moment ago. Here are the times that are still open.`
const changed = untranslated`The meeting was changed in another window, or by us. This is how it stands now.`
const unchosen = untranslated`Choose one of the times.`
const tooMany = untranslated`The meeting was changed many times from here within an hour. Please try again in an hour.`

/** The page that says why an applicant cannot choose now; undefined when they can. A rejection in its hold does not show, and ends the choice. */
async function closedPage(parts: ChoosingMeetings, application: Application): Promise<Outcome | undefined> {
  const { id, status } = application
  if (!mayMeet(application, (await readState(parts, application)).progress, parts.now()))
    return notice(id, translate`There is nothing to choose`, closed)
  return status === 'rejected' ? notice(id, translate`Please write to us`, closedNow) : undefined
}

/** The page with the times that an applicant can choose. */
async function pageOf(
  { slots, settings, formVersions, now }: ChoosingMeetings,
  application: Application,
  alert?: string,
): Promise<Extract<PrivatePageView, { kind: 'meeting' }>> {
  const { id, meetingAt } = application
  const open = await slots.open(earliestChange(now()), id)
  const days = Map.groupBy(
    open.filter(({ at }) => at.getTime() !== meetingAt?.getTime()),
    ({ at }) => dayInWords(at),
  )
  const view: MeetingView = {
    kind: 'meeting',
    id,
    formType: application.formType,
    title: (await formVersions.of(application)).title,
    reference: reference(id),
    zone: siteZone(),
    location: (await storedTerms(settings)).terms.location,
    changeHours,
    days: [...days].map(([day, ofDay]) => ({ day, slots: ofDay.map(({ at, minutes }) => ({ ...timeView(at), minutes })) })),
    ...(meetingAt !== null && { meeting: { ...timeView(meetingAt), until: timeView(changeableUntil(meetingAt)) } }),
  }
  return alert === undefined ? view : { ...view, alert }
}

/** Reads a chosen time; null for a cancellation, undefined when nothing was chosen. */
function readChoice(typed: unknown): Date | null | undefined {
  if (typed === 'none') return null
  const at = typeof typed === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(typed) ? new Date(typed) : undefined
  return at === undefined || Number.isNaN(at.getTime()) ? undefined : at
}

/** Why a choice is refused; undefined when it can be saved. */
async function refusal(
  parts: ChoosingMeetings,
  application: Application,
  to: Date | null | undefined,
  from: unknown,
  slot: Slot | undefined,
): Promise<Outcome | undefined> {
  const { meetingAt, id } = application
  const refused = async (alert: string, status: 409 | 422): Promise<Outcome> => ({
    kind: 'page',
    view: await pageOf(parts, application, alert),
    status,
  })
  const closedFor = await closedPage(parts, application)
  if (closedFor !== undefined) return closedFor
  if (meetingAt !== null && meetingAt < earliestChange(parts.now()))
    return notice(id, translate`It is too late to change this here`, tooLate())
  if (to === undefined) return refused(unchosen, 422)
  if (from !== (meetingAt?.toISOString() ?? '')) return refused(changed, 409)
  return to !== null && slot === undefined ? refused(taken, 409) : undefined
}

/** Saves a choice: one applicant gets a slot, all others the times that are still open. */
async function choose(
  parts: ChoosingMeetings,
  application: Application,
  { at: typed, from }: Readonly<Record<string, unknown>>,
): Promise<Outcome | 'stale'> {
  const { applications, slots, delivery, now, poke } = parts
  const { id, meetingAt } = application
  const to = readChoice(typed)
  const done = { kind: 'done', id } as const
  // The form was sent twice.
  if (to !== undefined && to?.getTime() === meetingAt?.getTime()) return done
  const slot = to && (await slots.open(earliestChange(now()), id)).find((open) => open.at.getTime() === to.getTime())
  const refused = await refusal(parts, application, to, from, slot ?? undefined)
  if (refused !== undefined) return refused
  const limit = await limitRefusal(parts.countChange(id))
  if (limit !== undefined) return { kind: 'limited', view: await pageOf(parts, application, tooMany), limit }
  const terms = await termsAt(parts, to ?? meetingAt ?? now())
  const change = chooseMeeting(application, to ?? null, terms, { at: now(), delivery })
  try {
    if ((await applications.save(change)) === 'stale') return 'stale'
  } catch (error) {
    if (!(error instanceof SlotTaken)) throw error
    return { kind: 'page', view: await pageOf(parts, application, taken), status: 409 }
  }
  poke()
  return done
}

/** The meeting as a file for a calendar; undefined without one to come. */
async function calendarFile(parts: ChoosingMeetings, application: Application): Promise<string | undefined> {
  const { id, meetingAt, revision } = application
  const { progress } = await readState(parts, application)
  if (meetingAt === null || !mayMeet(application, progress, parts.now())) return undefined
  const terms = await termsAt(parts, meetingAt)
  const event = applicantEvent(id, parts.siteName, { ...terms, at: meetingAt, sequence: revision, since: parts.now() })
  return calendar([event], 'PUBLISH', siteZone())
}

export const meetingRoutes = (parts: ChoosingMeetings, { forNamed, named, respond }: Holder): Routes =>
  new Routes('holder')
    .get(paths.meeting, (context) =>
      forNamed(
        context,
        context.req.query('of'),
        async (application) =>
          (await closedPage(parts, application)) ?? { kind: 'page', view: await pageOf(parts, application), status: 200 },
      ),
    )
    .get(paths.meetingCalendar, async (context) => {
      const application = await named(context, context.req.query('of'))
      const file = application && (await calendarFile(parts, application))
      if (file === undefined) return respond(context, lostLink)
      return context.body(file, 200, { 'Content-Type': 'text/calendar; charset=utf-8', 'Referrer-Policy': 'no-referrer' })
    })
    .post(paths.meeting, async (context) => {
      const body = await readObject(context, shortBytes)
      return forNamed(context, body.of, (application) => choose(parts, application, body))
    })
