import type { HistoryEntry } from './history.ts'
import { additionOf, type Inserted, type OutboxEntry, type TemplateLetter, type Topics } from './outbox.ts'

/**
 * A letter or message as it is sent. What the reviewer wrote in a letter is read from the history: the decision, delay or request that the letter is about, and
 * its last edit.
 * @param history complete: the index of an entry is its revision
 */
export function contentOf(
  { payload, revision }: Pick<Extract<OutboxEntry, { topic: 'mail.letter' }>, 'payload' | 'revision'>,
  history: readonly HistoryEntry[],
): Topics['mail.letter'] {
  if (payload.letter === 'written') return payload
  const { letter, applicationId, meeting } = payload
  return { letter, applicationId, ...insertedOf(payload, revision, history), ...(meeting !== undefined && { meeting }) }
}

function insertedOf(payload: TemplateLetter, revision: number, history: readonly HistoryEntry[]): Inserted {
  const event = history[revision]?.event
  if (event?.what === 'requested') return { sentence: event.text, request: revision }
  if (event?.what !== 'moved' && event?.what !== 'delayed') return {}
  const edits = history
    .slice(revision + 1)
    .flatMap((later) => (later.event.what === 'letter_edited' && later.event.letter === payload.letter ? [later.event] : []))
  // An entry from before 28 Nov 2026 has its words, also edited ones.
  const isEarlier = Object.keys(additionOf(payload)).length > 0 || edits.some(({ about }) => about === undefined)
  const words = edits.findLast(({ about }) => about === revision) ?? (isEarlier ? payload : event)
  return { ...additionOf(words), ...(event.what === 'delayed' && { until: event.until }) }
}
