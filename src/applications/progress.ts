import { type Application, isStatus, type Status } from './application.ts'
import {
  addressAt,
  type Delay,
  effectiveDecisions,
  effectiveDelays,
  type HistoryEntry,
  holdEndOf,
  standingDecisions,
} from './history.ts'
import { lettersOf } from './letter-hold.ts'
import { isTemplateLetter, isToApplicant, type Letter, letterTitles, type OutboxEntry, type ToApplicant } from './outbox.ts'

/** A letter that was handed over to the mail provider. */
export interface SentLetter {
  /** The English title of its template, or of a feature's letter; undefined for a message written by hand. */
  readonly title?: string
  /** The subject of a message written by hand. */
  readonly subject?: string
  readonly at: Date
  /** The address to which it was sent. */
  readonly to: string
}

/** What the applicant knows of an application. */
export interface Progress {
  /** The status that the applicant knows, from a letter, or from the reviewer if the decision has no letter. */
  readonly status: Status
  /** Since when the applicant knows it; null for the first status. */
  readonly since: Date | null
  /** The due moment that they know. */
  readonly due: Date
  /** When the letter that invites to a meeting was sent; null if there is none. */
  readonly invited: Date | null
  /** Oldest first. */
  readonly letters: readonly SentLetter[]
}

/** The status that each letter announces; other letters announce none. */
const statusOf: Readonly<Partial<Record<Letter, Status>>> = {
  approval: 'approved',
  after_meeting_approval: 'approved',
  pitch_invitation: 'pitch',
  rejection: 'rejected',
  after_meeting_rejection: 'rejected',
}

/** The status before the first decision. An imported application may begin with any status. */
function firstStatus({ status }: Application, history: readonly HistoryEntry[]): Status {
  const first = history.map(({ event }) => event).find(({ what }) => what === 'moved')
  return first?.what === 'moved' ? first.from : status
}

function titled(payload: ToApplicant['payload']): Pick<SentLetter, 'title' | 'subject'> {
  if ('mail' in payload) return { title: payload.title ?? '' }
  return payload.letter === 'written' ? { subject: payload.subject } : { title: letterTitles[payload.letter] }
}

/**
 * The due moment that the applicant knows: a delay counts after its letter was handed over.
 * @param history complete: the index of an entry is its revision
 * @param messages all messages of the application
 */
function knownDue({ dueAt, requests }: Application, history: readonly HistoryEntry[], messages: readonly OutboxEntry[]): Date {
  const delays = effectiveDelays(history)
  // A request also moves the due moment, but not the promise. The promise is the due moment before the first delay or request.
  const [first] = [
    ...delays.map(({ event: { from }, revision }) => ({ from, revision })),
    ...requests.map(({ due: from, id: revision }) => ({ from, revision })),
  ].sort((a, b) => a.revision - b.revision)
  const isSent = ({ revision }: Delay): boolean => lettersOf(revision, messages).some(({ state }) => state === 'sent')
  const moment = delays.findLast(isSent)?.event.until ?? first?.from
  return moment === undefined ? dueAt : new Date(moment)
}

/**
 * What the applicant knows of an application: only what the letters announce that were handed over. A decision without a letter counts when its hold is
 * over, because the reviewer informs the applicant in another way.
 * Read the parameters from the database in this order, so that a decision that is made meanwhile does not show:
 * @param application first
 * @param history second
 * @param messages last; all messages of the application
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
    .filter(isToApplicant)
    .flatMap((entry) => (entry.state === 'sent' && entry.sentAt !== null ? [{ entry, at: entry.sentAt }] : []))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  const silent = standingDecisions(effectiveDecisions(history))
    .filter(({ event }) => event.letter === 'none')
    .map((decision) => ({ at: holdEndOf(decision, holdS), word: decision.event.to }))
    .filter(({ at }) => at <= now)
  const letters = sent.flatMap(({ entry, at }) => (isTemplateLetter(entry) ? [{ at, word: entry.payload.letter }] : []))
  // A correction revokes the letter before it.
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
      ...titled(payload),
      at,
      to: addressAt(application.applicantEmail, history, at),
    })),
  }
}
