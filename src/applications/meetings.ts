import { after, hour, minute } from '../shared/dates.ts'
import type { Application } from './application.ts'
import type { HistoryEntry } from './history.ts'
import type { Change } from './moves.ts'
import type { LetterMeeting, MeetingTerms, OutboxEntry } from './outbox.ts'
import { isLetter, isTemplateLetter, type Letter } from './outbox.ts'
import type { Act } from './outgoing/change.ts'
import { outgoing } from './outgoing/outgoing.ts'

/** Until so many hours before a meeting its applicant can choose, change or cancel it. */
export const changeHours = 12

/** The earliest time that an applicant can choose at `now`, and the earliest meeting that they can change. */
export const earliestChange = (now: Date): Date => after(now, changeHours * hour)

/** Until when a meeting can be changed or cancelled by its applicant. */
export const changeableUntil = (meetingAt: Date): Date => after(meetingAt, -changeHours * hour)

interface Span {
  readonly at: Date
  readonly minutes: number
}

/** When a meeting ends. */
export const endOf = ({ at, minutes }: Span): Date => after(at, minutes * minute)

/** Whether two meetings are at one time, also in part. */
export const overlaps = (a: Span, b: Span): boolean => a.at < endOf(b) && b.at < endOf(a)

/** The change by which an applicant chooses a time, moves the meeting or cancels it (null). The letter about it has no hold. */
export function chooseMeeting(
  application: Application,
  to: Date | null,
  letter: MeetingTerms,
  { at, delivery }: Pick<Act, 'at' | 'delivery'>,
): Change {
  const from = application.meetingAt?.toISOString() ?? null
  const event = { what: 'meeting_set', from, to: to?.toISOString() ?? null, letter } as const
  const entry: HistoryEntry = { at, by: 'applicant', event }
  return { application: { ...application, meetingAt: to }, entry, ...outgoing(application, entry, { ...delivery, holdS: 0 }) }
}

type MeetingLetter = { readonly letter: Letter; readonly meeting?: LetterMeeting }

/**
 * Whether a letter about a meeting still says what is true, and what the applicant does not know yet from the letters before it: `news`, `known`, or
 * `unclear` while one of those is being sent.
 */
export function isMeetingNews(
  { letter, meeting }: MeetingLetter,
  { id, revision }: Pick<OutboxEntry, 'id' | 'revision'>,
  { meetingAt, status }: Pick<Application, 'meetingAt' | 'status'>,
  messages: readonly OutboxEntry[],
): 'news' | 'known' | 'unclear' {
  const at = letter === 'meeting_cancelled' ? undefined : meeting?.at
  if (meetingAt?.toISOString() !== at) return 'known'
  const withMeeting = messages
    .filter(isTemplateLetter)
    .filter(({ payload }) => payload.meeting !== undefined && payload.letter !== 'meeting_reminder')
  const sequence = meeting?.sequence ?? 0
  // A newer letter says it, such as one about the place.
  if (withMeeting.some(({ payload, state }) => (payload.meeting?.sequence ?? 0) > sequence && state !== 'cancelled'))
    return 'known'
  if (letter === 'meeting_reminder') return status === 'rejected' ? 'known' : 'news'
  // The same letter was tried before: this one goes to a corrected address.
  if (
    messages.some(
      (entry) =>
        entry.id !== id &&
        entry.revision === revision &&
        isLetter(entry) &&
        entry.payload.letter === letter &&
        entry.attempts > 0,
    )
  )
    return 'news'
  // A rejection takes the meeting out of calendars, too.
  const earlier = withMeeting.filter(({ payload }) => (payload.meeting?.sequence ?? 0) < sequence)
  if (earlier.some((entry) => entry.id !== id && entry.state === 'claimed')) return 'unclear'
  // One that failed may have arrived.
  const last = earlier
    .filter(({ state, failingSince }) => state === 'sent' || failingSince !== null)
    .toSorted((a, b) => (a.payload.meeting?.sequence ?? 0) - (b.payload.meeting?.sequence ?? 0))
    .at(-1)?.payload
  const lastMeeting = last?.letter === 'meeting' ? last.meeting : undefined
  const isSamePlace = lastMeeting === undefined || lastMeeting.location === meeting?.location
  return lastMeeting?.at === at && isSamePlace ? 'known' : 'news'
}

/** Whether an entry reminds of a meeting that is cancelled or was moved: the outbox drops it when it is due. */
export const isObsoleteReminder = (entry: OutboxEntry, application: Application): boolean =>
  entry.state === 'waiting' &&
  isTemplateLetter(entry) &&
  entry.payload.letter === 'meeting_reminder' &&
  isMeetingNews(entry.payload, entry, application, []) === 'known'
