import { type Application, isInReview } from '../../applications/application.ts'
import type { Event } from '../../applications/history.ts'
import { overlaps } from '../../applications/meetings.ts'
import type { Change } from '../../applications/moves.ts'
import { after, hour } from '../../shared/dates.ts'
import type { Settings } from '../database/settings.ts'
import { isAboutMeeting, type Slots } from '../records/slots.ts'
import { storedTerms } from './meeting-terms.ts'

/** What the time of meetings depends on. */
interface Times {
  readonly slots: Pick<Slots, 'all' | 'meetings'>
  readonly settings: Pick<Settings, 'get'>
}

/** The minutes of every meeting from a time on, and before another: those of its slot, or of the terms. */
export async function meetingsSince({ slots, settings }: Times, from: Date, until?: Date) {
  const [all, applications, { terms }] = await Promise.all([
    slots.all(from, until),
    slots.meetings(from, until),
    storedTerms(settings),
  ])
  const ofSlots = new Map(all.map((slot) => [slot.at.getTime(), slot.minutes]))
  const minutesAt = (at: Date): number => ofSlots.get(at.getTime()) ?? terms.minutes
  return {
    slots: all,
    location: terms.location,
    minutesAt,
    meetings: applications.flatMap((application) => {
      const { meetingAt: at } = application
      return at === null ? [] : [{ application, at, minutes: minutesAt(at) }]
    }),
  }
}

/** Longer than a meeting can be. */
const around = 9 * hour

/** The other applications whose meeting is at the time of this one, also in part. */
export async function meetingThen(parts: Times, application: Application): Promise<readonly Application[]> {
  const { id, meetingAt } = application
  if (meetingAt === null || !isInReview(application)) return []
  const { meetings, minutesAt } = await meetingsSince(parts, after(meetingAt, -around), after(meetingAt, around))
  const own = { at: meetingAt, minutes: minutesAt(meetingAt) }
  return meetings.filter((other) => other.application.id !== id && overlaps(own, other)).map((other) => other.application)
}

/** A change that brings a meeting back; the history says if another one has its time meanwhile. */
export async function withDouble(parts: Times, change: Change): Promise<Change> {
  const { application, entry } = change
  if (!isAboutMeeting(entry.event) || (await meetingThen(parts, application)).length === 0) return change
  return { ...change, entry: { ...entry, event: { ...entry.event, double: true } as Event } }
}
