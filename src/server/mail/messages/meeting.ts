import type { Application } from '../../../applications/application.ts'
import { changeHours } from '../../../applications/meetings.ts'
import type { Letter, LetterMeeting } from '../../../applications/outbox.ts'
import { type CalendarEvent, meetingUid } from '../../../shared/calendar.ts'
import { longDate, siteZone, timeOfDay, weekday } from '../../../shared/dates.ts'
import { reference } from '../../../shared/ids.ts'
import { translate } from '../../../shared/translate.ts'
import { zonedWords } from '../../../shared/zones.ts'
import type { Message } from '../port.ts'

/** The meeting of an application for a letter that was not queued with one: a preview. */
export const meetingNow = ({ meetingAt, dueAt }: Application): Omit<LetterMeeting, 'sequence' | 'since'> => ({
  at: (meetingAt ?? dueAt).toISOString(),
  minutes: 45,
  location: '',
})

/** The placeholders for a letter about a meeting. */
export function meetingValues({ at, minutes, location }: Omit<LetterMeeting, 'sequence' | 'since'>) {
  const start = new Date(at)
  return {
    meetingDay: `${weekday(start)}, ${longDate(start)}`,
    meetingTime: `${timeOfDay(start)} ${zonedWords(start, siteZone()).zone}`,
    meetingMinutes: String(minutes),
    meetingLocation: location === '' ? translate`We write to you about it before` : location,
    changeHours: String(changeHours),
  }
}

/** What a rejection says of the meeting that it cancels. */
export function cancellationText(meeting: Omit<LetterMeeting, 'sequence' | 'since'>): string {
  const { meetingDay, meetingTime } = meetingValues(meeting)
  return translate`So our meeting on ${meetingDay}, ${meetingTime}, will not take place. The attachment takes it out of your calendar.`
}

const methods: Readonly<Partial<Record<Letter, 'REQUEST' | 'CANCEL'>>> = {
  meeting: 'REQUEST',
  meeting_cancelled: 'CANCEL',
  rejection: 'CANCEL',
  after_meeting_rejection: 'CANCEL',
}

/** A meeting for the calendar of its applicant. */
export const applicantEvent = (
  id: string,
  siteName: string,
  { sequence, since, at, minutes, location }: Pick<CalendarEvent, 'sequence' | 'since' | 'at' | 'minutes' | 'location'>,
): CalendarEvent => ({
  ...{ uid: meetingUid(id), sequence, since, at, minutes, location },
  title: translate`Meeting with ${siteName}`,
  text: translate`Reference ${reference(id)}. You can change or cancel it on your page, whose link is in our emails.`,
})

/**
 * The meeting for calendars. It has the same id in every letter about it, so that a later letter changes or cancels the first. Undefined for letters that
 * change nothing in a calendar, such as a reminder.
 */
export function calendarOf(
  letter: Letter,
  { id }: Pick<Application, 'id'>,
  { siteName }: { readonly siteName: string },
  meeting: LetterMeeting | undefined,
): Message['calendar'] {
  const method = methods[letter]
  if (meeting === undefined || method === undefined) return undefined
  const { since, at } = meeting
  return { method, event: applicantEvent(id, siteName, { ...meeting, since: new Date(since), at: new Date(at) }) }
}
