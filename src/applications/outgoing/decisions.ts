// The outbox entries of decisions and undone decisions. They depend on the letters of the decisions before.
import { later } from '../../shared/dates.ts'
import type { Status } from '../application.ts'
import { isSentByHand, lettersOf } from '../letter-hold.ts'
import { isTemplateLetter, isUnsent, type Letter, letterDraft, type OutboxDraft, type OutboxEntry } from '../outbox.ts'
import { type Before, type Cause, type CauseOf, copyOf, held, type Outgoing, rowUpdate } from './change.ts'
import { reportEntries } from './report.ts'

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

/**
 * The letters about the changes that count once more (`inEffect`): a decision, a delay, requests. If all letters about one were cancelled unsent, the last of
 * them is queued once more. One that was tried has no hold any more: its `dueAt` is that of a retry.
 */
const lettersInEffect = (cause: Cause, dueAt: Date): readonly OutboxDraft[] =>
  (cause.before.inEffect ?? []).flatMap((revision) => {
    const own = lettersOf(revision, cause.before.messages ?? []).filter(({ payload }) => payload.letter !== 'request_reminder')
    const last = own.every(({ state }) => state === 'cancelled') ? own.at(-1) : undefined
    return last === undefined ? [] : [copyOf(cause, last, last.attempts > 0 ? dueAt : later(last.dueAt, dueAt))]
  })

/**
 * The ids of the letters that a decision, its reopening or its undo cancels: those of decisions in their hold, because one letter says what the applicant does
 * not know yet; unsent ones about the decision that ended; and about a delay of an application that is decided. A correction is about a letter that was sent,
 * so no later decision cancels it. The letter of a request is cancelled when it is due, if the decision is still effective.
 */
function cancelledLetters({ at, before: { messages = [], ended, inEffect = [] } }: Cause, to: Status): readonly string[] {
  const ofDecisions = held(messages, at)
    .filter(({ payload }) => !['correction', 'delay', 'request'].includes(payload.letter))
    .filter(({ revision }) => !inEffect.includes(revision))
  const ofEnded = ended === undefined ? [] : lettersOf(ended, messages).filter(isUnsent)
  const delays = messages
    .filter(isTemplateLetter)
    .filter(({ payload, state }) => payload.letter === 'delay' && state === 'waiting' && to !== 'pending')
  return [...new Set([...ofDecisions, ...ofEnded, ...delays].map(({ id }) => id))]
}

/** A decision, or its reopening. A decision within the hold of another one replaces it: the applicant gets one letter, based on the status that they know. */
export function forDecision(cause: CauseOf<'moved'>): Outgoing {
  const { id, revision, at, event, holdEnd, before } = cause
  const regularLetter = event.reopens === true ? 'correction' : nextLetter(event.from, event.to, before, at)
  const letter = event.letter === 'none' ? undefined : regularLetter
  const draft = letter && letterDraft(id, letter, `:${revision}`, cause.letterDue, before.meeting)
  // If a letter is sent by hand, its row is queued at that time.
  const rows = draft !== undefined && isSentByHand(draft) ? [] : rowUpdate(cause, draft?.dueAt ?? holdEnd)
  return {
    outbox: [
      ...(draft === undefined ? [] : [draft]),
      ...lettersInEffect(cause, cause.letterDue),
      ...rows,
      ...reportEntries(cause, 'decided', draft?.dueAt ?? holdEnd),
    ],
    cancels: cancelledLetters(cause, event.to),
  }
}

/** The decision before is effective again, and the letters that wait for it. */
export function forUndoneDecision(cause: CauseOf<'undone'>, to: Status): Outgoing {
  const { at, before } = cause
  const { messages = [], ended } = before
  const isOwn = ({ topic, revision }: OutboxEntry): boolean => (topic === 'sheet.row' || topic === 'report') && revision === ended
  return {
    outbox: [...lettersInEffect(cause, at), ...rowUpdate(cause, at)],
    cancels: [
      ...cancelledLetters(cause, to),
      ...messages
        .filter(isOwn)
        .filter(isUnsent)
        .map((entry) => entry.id),
    ],
  }
}
