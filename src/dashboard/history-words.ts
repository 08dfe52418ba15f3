import type { Event } from '../applications/history.ts'
import { statusNames } from './statuses.ts'
import { momentOf } from './times.ts'

const status = (word: string): string => (Object.hasOwn(statusNames, word) ? statusNames[word as keyof typeof statusNames] : word)

const moment = (at: string | null): string => (at === null ? 'none' : momentOf(at))

const score = (given: number | null): string => (given === null ? 'none' : String(given))

/** What an entry of the history says, in a sentence; of an event that this build does not know, its name. */
export function historyWords(event: Readonly<Record<string, unknown>>): string {
  const said = event as Event
  switch (said.what) {
    case 'submitted':
      return 'Submitted'
    case 'moved':
      return `Status: ${status(said.from)} → ${status(said.to)}`
    case 'noted':
      return said.to === '' ? 'Notes cleared' : 'Notes written'
    case 'meeting_set':
      return said.to === null ? 'Meeting cleared' : `Meeting set for ${momentOf(said.to)}`
    case 'readdressed':
      return `Address corrected: ${said.from} → ${said.to}`
    case 'written':
      return `Message: ${said.subject}`
    case 'scored':
      return `${said.name}: ${score(said.from)} → ${score(said.to)}`
    case 'deleted':
      return 'Deleted'
    case 'undone':
      return undone(said)
    default:
      return String(event.what)
  }
}

function undone(said: Extract<Event, { what: 'undone' }>): string {
  switch (said.undid) {
    case 'deleted':
      return 'Deletion undone'
    case 'moved':
      return `Decision undone: ${status(said.from)} → ${status(said.to)}`
    case 'noted':
      return 'Notes undone'
    case 'meeting_set':
      return `Meeting undone: ${moment(said.from)} → ${moment(said.to)}`
    case 'written':
      return `Message undone: ${said.subject}`
    case 'scored':
      return `${said.name}, undone: ${score(said.from)} → ${score(said.to)}`
  }
}
