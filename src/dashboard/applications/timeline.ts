import type { ApplicationResponse, MessageRecord } from '../../api/responses.ts'
import { minute } from '../../shared/dates.ts'

type Entry = NonNullable<ApplicationResponse['history']>[number]

/** A history entry, or a message at the time it was sent or is due. */
type Moment =
  | { readonly kind: 'entry'; readonly at: string; readonly by: string; readonly event: Entry['event'] }
  | { readonly kind: 'message'; readonly at: string; readonly message: MessageRecord }

/** Saves of the notes at most this many milliseconds apart are shown as one edit. */
const writingMs = 10 * minute

/** Joins consecutive saves of the notes into one entry, from the text before the first to the text after the last. */
function joinSaves(history: readonly Entry[]): readonly Entry[] {
  const all: Entry[] = []
  for (const entry of history) {
    const last = all.at(-1)
    const isSame =
      last?.event.what === 'noted' &&
      entry.event.what === 'noted' &&
      last.by === entry.by &&
      new Date(entry.at).getTime() - new Date(last.at).getTime() <= writingMs
    if (isSame) all[all.length - 1] = { ...entry, event: { ...entry.event, from: last.event.from } }
    else all.push(entry)
  }
  return all
}

/** The history of an application and all its messages, oldest first. */
export function timeline({ history = [], messages = [] }: Pick<ApplicationResponse, 'history' | 'messages'>): readonly Moment[] {
  const moments: Moment[] = joinSaves(history).map((entry) => ({ kind: 'entry', ...entry }))
  for (const message of messages) moments.push({ kind: 'message', at: message.sent_at ?? message.due_at, message })
  return moments.sort((a, b) => new Date(a.at).getTime() - new Date(b.at).getTime())
}
