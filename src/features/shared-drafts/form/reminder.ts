import type { Form } from '../../../forms/form.ts'
import { day } from '../../../shared/durations.ts'
import { translate } from '../../../shared/translate.ts'
import { sharedDraftDays } from '../api.ts'

/** `20260122T183000Z` */
const stamp = (moment: number): string => new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '')

/**
 * A calendar entry as the data URL of an .ics file, with reminders three days and one day before. Its time is the form's deadline, or when the shared
 * draft is deleted. It contains the form's URL without the secret, because other companies store calendars.
 * @param now milliseconds since 1970
 */
export function reminder(form: Form, now: number): string {
  const closing = Date.parse(document.querySelector<HTMLElement>('[data-closes]')?.dataset.closes ?? '')
  const moment = closing > now ? closing : now + sharedDraftDays.opened * day
  const summary = closing > now ? translate`Deadline: ${form.title}` : translate`Not sent yet: ${form.title}`
  const alarm = (days: number): string => `BEGIN:VALARM
ACTION:DISPLAY
TRIGGER:-P${days}D
DESCRIPTION:${summary}
END:VALARM`
  const entry = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Forms//EN
BEGIN:VEVENT
UID:${form.type}-${moment}@${location.hostname}
DTSTAMP:${stamp(now)}
DTSTART:${stamp(moment)}
SUMMARY:${summary}
URL:${location.origin}${form.path}
${alarm(3)}
${alarm(1)}
END:VEVENT
END:VCALENDAR
`
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(entry.replaceAll('\n', '\r\n'))}`
}
