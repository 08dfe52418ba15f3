import { after, second } from '../shared/dates.ts'
import { type Application, isStatus, type Status } from './application.ts'
import { knownDue } from './delay.ts'
import { effectiveDecisions, type HistoryEntry, standingDecisions } from './history.ts'
import { isLetter, isTemplateLetter, type Letter, type OutboxEntry } from './outbox.ts'
import { addressAt } from './readdress.ts'

/** A letter that was handed over to the mail provider. */
export interface SentLetter {
  readonly letter: Letter | 'written'
  /** The subject of a message written by hand. */
  readonly subject?: string
  readonly at: Date
  /** The address that it went to. */
  readonly to: string
}

/** What the applicant may know of an application. */
export interface Progress {
  /** The status that the applicant knows: by a letter, or otherwise where the reviewer decided without one. */
  readonly status: Status
  /** Since when; null for the first status. */
  readonly since: Date | null
  /** By when they hear from us, as far as they know. */
  readonly due: Date
  /** When the letter with the invitation to a conversation was sent; null without one. */
  readonly invited: Date | null
  /** Oldest first. */
  readonly letters: readonly SentLetter[]
}

/** The status that a letter tells; letters without one tell none. */
const statusOf: Readonly<Partial<Record<Letter, Status>>> = {
  approval: 'approved',
  after_meeting_approval: 'approved',
  pitch_invitation: 'pitch',
  rejection: 'rejected',
  after_meeting_rejection: 'rejected',
}

/** The status before the first decision: an imported application may begin with any. */
function firstStatus({ status }: Application, history: readonly HistoryEntry[]): Status {
  const first = history.map(({ event }) => event).find(({ what }) => what === 'moved')
  return first?.what === 'moved' ? first.from : status
}

/**
 * Where an application stands for its applicant: what the letters say that were handed over, and nothing sooner. Who decides without a letter has
 * said it otherwise: such a decision counts when its hold is over.
 * Read in this order, so that a decision made meanwhile does not show:
 * @param application first
 * @param history second
 * @param messages all of the application's; last
 * @param holdS seconds in which a decision can be undone
 */
export function progressOf(
  application: Application,
  history: readonly HistoryEntry[],
  messages: readonly OutboxEntry[],
  now: Date,
  holdS: number,
): Progress {
  const sent = messages
    .filter(isLetter)
    .flatMap((entry) => (entry.state === 'sent' && entry.sentAt !== null ? [{ entry, at: entry.sentAt }] : []))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  const silent = standingDecisions(effectiveDecisions(history))
    .filter(({ event }) => event.letter === 'none')
    .map(({ at, event }) => ({ at: after(at, holdS * second), word: event.to }))
    .filter(({ at }) => at <= now)
  const letters = sent.flatMap(({ entry, at }) => (isTemplateLetter(entry) ? [{ at, word: entry.payload.letter }] : []))
  // a correction takes back what the letter before it said
  const decisions: { readonly status: Status; readonly at: Date }[] = []
  for (const { word, at } of [...letters, ...silent].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    const status = isStatus(word) ? word : statusOf[word]
    if (word === 'correction') decisions.pop()
    // the same status again: sent again to a corrected address
    else if (status !== undefined && decisions.at(-1)?.status !== status) decisions.push({ status, at })
  }
  const last = decisions.at(-1)
  return {
    status: last?.status ?? firstStatus(application, history),
    since: last?.at ?? null,
    due: knownDue(application, history, messages),
    invited: decisions.find(({ status }) => status === 'pitch')?.at ?? null,
    letters: sent.map(({ entry: { payload }, at }) => ({
      letter: payload.letter,
      ...(payload.letter === 'written' && { subject: payload.subject }),
      at,
      to: addressAt(application.applicantEmail, history, at),
    })),
  }
}
