// The outbox entries of decisions and undone decisions. They depend on the letters of the decisions before.
import { later } from '../../shared/dates.ts'
import type { Status } from '../application.ts'
import { isQueuedAgainBy, isSentByHand, lettersOf } from '../letter-hold.ts'
import { isTemplateLetter, type Letter, letterDraft, type OutboxDraft, type OutboxEntry } from '../outbox.ts'
import { type Before, type Cause, type CauseOf, type Decision, held, type Outgoing, rowUpdate } from './change.ts'
import { webhookEntry, webhookKey } from './webhook.ts'

/** The letter about a transition; undefined if there is none. @param hasMet false while the meeting is ahead that a rejection cancels */
export function letterFor(from: Status, to: Status, hasMet = true): Letter | undefined {
  if (to === 'approved') return from === 'pitch' ? 'after_meeting_approval' : 'approval'
  if (to === 'pitch') return 'pitch_invitation'
  if (to === 'rejected') return from === 'pitch' && hasMet ? 'after_meeting_rejection' : 'rejection'
  return undefined
}

/**
 * The letter about a transition; undefined if there is none. It depends on the status that the applicant knows: while an invitation is still in its
 * hold, the applicant does not know of it.
 */
function nextLetter(from: Status, to: Status, { messages = [], meeting }: Before, at: Date): Letter | undefined {
  const isInvited = held(messages, at).some(({ payload }) => payload.letter === 'pitch_invitation')
  return letterFor(isInvited && from === 'pitch' ? 'pending' : from, to, meeting === undefined)
}

/** When a cancelled letter is due again: from `dueAt` on, and after its own hold. One that was tried has no hold any more: its `dueAt` is that of a retry. */
const dueAgain = (lost: OutboxEntry, dueAt: Date): Date => (lost.attempts > 0 ? dueAt : later(lost.dueAt, dueAt))

/** The letter of a decision that is effective again. It is queued again, not before `dueAt`, if another decision had replaced it. */
function requeued({ id, revision }: Cause, earlier: Decision | undefined, messages: readonly OutboxEntry[], dueAt: Date) {
  const replaced = earlier === undefined ? [] : lettersOf(id, earlier.revision, messages)
  const lost = replaced.every(({ state }) => state === 'cancelled') ? replaced.at(-1) : undefined
  if (earlier === undefined || lost === undefined) return []
  const { payload } = lost
  return [letterDraft(id, payload.letter, `:${earlier.revision - 1}:again:${revision}`, dueAgain(lost, dueAt), payload)]
}

const delaysAmong = (messages: readonly OutboxEntry[]) =>
  messages.filter(isTemplateLetter).filter(({ payload }) => payload.letter === 'delay')

/** The last of these letters, queued again, not before `dueAt`; nothing if one of them is not cancelled. */
function lastAgain({ id, revision }: Cause, letters: ReturnType<typeof lettersOf>, dueAt: Date): readonly OutboxDraft[] {
  const lost = letters.every(({ state }) => state === 'cancelled') ? letters.at(-1) : undefined
  if (lost === undefined) return []
  const { key, payload } = lost
  return [{ ...letterDraft(id, payload.letter, '', dueAgain(lost, dueAt), payload), key: `${key}:again:${revision}` }]
}

/** The letter of the delay to the due moment, if a decision had cancelled it. */
function requeuedDelay(cause: Cause): readonly OutboxDraft[] {
  const { messages = [], dueAt } = cause.before
  const letters = delaysAmong(messages).filter(({ payload }) => payload.until === dueAt?.toISOString())
  return lastAgain(cause, letters, cause.at)
}

/** The letters of requests that wait again, if they became due while the decision was effective, and so were cancelled. */
function requeuedRequests(cause: Cause, dueAt: Date): readonly OutboxDraft[] {
  const { messages = [], requests = [] } = cause.before
  return requests.flatMap((request) => {
    const letters = lettersOf(cause.id, request, messages).filter(({ payload }) => payload.letter === 'request')
    return lastAgain(cause, letters, dueAt)
  })
}

/** The unsent entries of a reopened decision, except letters in their hold. */
const unsentOf = (id: string, revision: number | undefined, messages: readonly OutboxEntry[]) =>
  revision === undefined ? [] : lettersOf(id, revision, messages).filter(({ state }) => state === 'waiting' || state === 'parked')

/**
 * A decision within the hold of another one replaces it: the applicant gets one letter, based on the status that they know. A waiting correction is not
 * replaced, because it is about a letter that was sent; it is sent before the new letter. An unsent letter about a delay is cancelled. The letter of a
 * request is cancelled when it is due, if the decision is still effective.
 */
export function forDecision(cause: CauseOf<'moved'>): Outgoing {
  const { id, revision, at, event, holdEnd, before } = cause
  const { messages = [], decisions = [], meeting } = before
  const replaced = held(messages, at).filter(({ payload }) => !['correction', 'delay', 'request'].includes(payload.letter))
  const delays = delaysAmong(messages).filter(({ state }) => state === 'waiting')
  const regularLetter = event.reopens === true ? 'correction' : nextLetter(event.from, event.to, before, at)
  const letter = event.letter === 'none' ? undefined : regularLetter
  const draft = letter === undefined ? undefined : letterDraft(id, letter, `:${revision}`, cause.letterDue, { ...event, meeting })
  // If a letter is sent by hand, its row is queued at that time.
  const rows = draft !== undefined && isSentByHand(draft) ? [] : rowUpdate(cause, draft?.dueAt ?? holdEnd)
  const reopened = event.reopens === true ? unsentOf(id, decisions.at(-1)?.revision, messages) : []
  const again = event.reopens === true ? requeued(cause, decisions.at(-2), messages, cause.letterDue) : []
  return {
    outbox: [
      ...(draft === undefined ? [] : [draft]),
      ...again,
      ...requeuedRequests(cause, cause.letterDue),
      ...rows,
      ...webhookEntry(cause, 'decided', draft?.dueAt ?? holdEnd),
    ],
    cancels: delays.map((entry) => entry.id),
    // The next letter depends on whether the applicant gets these, so the decision is planned again if one of them was claimed meanwhile.
    recalls: [...new Set([...replaced, ...reopened.filter((entry) => !delays.includes(entry))])].map((entry) => entry.id),
  }
}

/** The earlier decision is effective again. If the undone decision had replaced its letter, the letter is queued again. */
export function forUndoneDecision(cause: CauseOf<'undone'>): Outgoing {
  const { id, at, before } = cause
  const { messages = [], decisions = [] } = before
  const [earlier, last] = decisions.length === 1 ? [undefined, decisions[0]] : decisions.slice(-2)
  const recalled = last === undefined ? [] : lettersOf(id, last.revision, messages)
  const ownKeys = last === undefined ? [] : [`${id}:row:${last.revision - 1}`, webhookKey(id, last.revision - 1)]
  const rows = messages.filter(({ key }) => ownKeys.includes(key))
  // Letters that a reopening queued again are cancelled with it.
  const queuedAgain = messages
    .filter(isTemplateLetter)
    .filter((entry) => last !== undefined && isQueuedAgainBy(entry, last.revision))
  const letters = [...recalled, ...queuedAgain].filter(({ state }) => state !== 'cancelled')
  return {
    outbox: [
      ...requeued(cause, earlier, messages, at),
      ...requeuedDelay(cause),
      ...requeuedRequests(cause, at),
      ...rowUpdate(cause, at),
    ],
    cancels: rows.map((entry) => entry.id),
    recalls: letters.map((entry) => entry.id),
  }
}
