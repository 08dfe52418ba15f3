import type { Event } from '../../applications/history.ts'
import { statusNames } from './statuses.ts'
import { momentOf } from './times.ts'

const moved = (from: Event & { what: 'moved' | 'undone' }): string =>
  `${statusNames[from.from] ?? from.from} → ${statusNames[from.to] ?? from.to}`

/** What an entry of the history says, in a sentence; of an event that this build does not know, its name. */
export function historyWords(event: Readonly<Record<string, unknown>>): string {
  const said = event as Event
  switch (said.what) {
    case 'submitted':
      return 'Submitted'
    case 'moved':
      return `Status: ${moved(said)}`
    case 'noted':
      return said.to === '' ? 'Notes cleared' : 'Notes written'
    case 'meeting_set':
      return said.to === null ? 'Meeting cleared' : `Meeting set for ${momentOf(said.to)}`
    case 'readdressed':
      return `Address corrected: ${said.from} → ${said.to}`
    case 'written':
      return `Wrote to them: ${said.subject}`
    case 'deleted':
      return 'Deleted'
    case 'undone':
      return said.undid === 'deleted' ? 'Deletion taken back' : `Decision taken back: ${moved(said)}`
    default:
      return String(event.what)
  }
}
