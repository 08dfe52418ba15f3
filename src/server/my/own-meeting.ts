import { type Application, isInReview } from '../../applications/application.ts'
import { earliestChange } from '../../applications/meetings.ts'
import type { Progress } from '../../applications/progress.ts'
import type { OwnMeeting, TimeView } from '../../form-view/private-page/view.ts'
import { dayInWords, siteZone, timeOfDay } from '../../shared/dates.ts'
import { zonedWords } from '../../shared/zones.ts'
import { storedTerms } from '../changes/meeting-terms.ts'
import type { Settings } from '../database/settings.ts'
import type { Slots } from '../records/slots.ts'

export interface OwnMeetings {
  readonly slots: Pick<Slots, 'open' | 'minutesAt'>
  readonly settings: Pick<Settings, 'get'>
  now(): Date
}

/** Whether an applicant can have a meeting: they know of an invitation, and have not met us yet. */
export function mayMeet(application: Application, { status }: Pick<Progress, 'status'>, now: Date): boolean {
  const { lettersStoppedAt, meetingAt } = application
  if (!isInReview(application) || lettersStoppedAt !== null) return false
  return (status === 'pitch' || (status === 'approved' && meetingAt !== null)) && (meetingAt === null || meetingAt > now)
}

/** A moment in the site's zone. */
export const timeView = (at: Date): TimeView => ({
  ...{ at: at.toISOString(), day: dayInWords(at), time: timeOfDay(at) },
  zoneName: zonedWords(at, siteZone()).zone,
})

/** The meeting of an application for its applicant's page; undefined when there is none, and no time to choose. */
export async function ownMeeting(
  { slots, settings, now }: OwnMeetings,
  application: Application,
  progress: Pick<Progress, 'status'>,
): Promise<OwnMeeting | undefined> {
  const { id, meetingAt } = application
  if (!mayMeet(application, progress, now())) return undefined
  if (meetingAt === null) return (await slots.open(earliestChange(now()), id)).length === 0 ? undefined : { zone: siteZone() }
  const { location } = (await storedTerms(settings)).terms
  const isChangeable = meetingAt >= earliestChange(now())
  return { zone: siteZone(), location, isChangeable, ...timeView(meetingAt) }
}
