import type { Application } from '../../applications/application.ts'
import type { HistoryEntry } from '../../applications/history.ts'
import type { Change } from '../../applications/moves.ts'
import type { MeetingTerms } from '../../applications/outbox.ts'
import type { Act } from '../../applications/outgoing/change.ts'
import { outgoing } from '../../applications/outgoing/outgoing.ts'

/** The terms that the applicant was told or will be, with the last letter about the meeting; undefined if nothing was written to them. */
export function toldTerms(history: readonly HistoryEntry[]): MeetingTerms | undefined {
  const last = history.findLast(
    ({ event }) => event.what === 'meeting_set' || (event.what === 'undone' && event.undid === 'meeting_set'),
  )?.event
  return last !== undefined && 'letter' in last && typeof last.letter === 'object' ? last.letter : undefined
}

/** The change by which the applicant is told a new place of the meeting; undefined if they know it, or nothing was written to them. */
export function tellPlace(
  application: Application,
  history: readonly HistoryEntry[],
  { location }: Pick<MeetingTerms, 'location'>,
  { by, at, delivery }: Act,
): Change | undefined {
  const terms = toldTerms(history)
  const to = application.meetingAt?.toISOString()
  if (to === undefined || terms === undefined || terms.location === location) return undefined
  const event = { what: 'meeting_set', from: to, to, letter: { ...terms, location } } as const
  const entry: HistoryEntry = { at, by, event }
  return { application, entry, ...outgoing(application, entry, delivery) }
}
