// This file is long because the outbox entries of all kinds of change are here together: they depend on each other.
import { after, later, minute, second } from '../shared/dates.ts'
import type { Application, Status } from './application.ts'
import type { Event, HistoryEntry } from './history.ts'
import { isHeldLetter, isSentByHand, type LetterHold, letterDue, lettersOf } from './letter-hold.ts'
import {
  isLetter,
  isTemplateLetter,
  type Letter,
  letterDraft,
  type OutboxDraft,
  type OutboxEntry,
  removalDraft,
  rowDraft,
} from './outbox.ts'

/** The settings on which the outbox entries of a change depend. */
export interface Delivery {
  /** `mirror`: the spreadsheet follows every change. `primary`: submissions are written to it through the outbox, everything else directly. */
  readonly spreadsheet: 'none' | 'mirror' | 'primary'
  /** The hold in seconds, in which a decision or deletion can be undone and nothing is sent. */
  readonly holdS: number
  /** How long letters and messages wait; by default `holdS` seconds. */
  readonly letterHold?: LetterHold
}

/** Who changes an application, when, and the settings for what the change sends. */
export interface Act extends Pick<HistoryEntry, 'by' | 'at'> {
  readonly delivery: Delivery
}

/** The outbox entries of a change. */
export interface Outgoing {
  readonly outbox: readonly OutboxDraft[]
  /** Ids of entries that it makes obsolete. They are cancelled if they are still waiting. */
  readonly cancels?: readonly string[]
  /** Ids of entries that it recalls. If one of them is no longer waiting, the whole change is refused. */
  readonly recalls?: readonly string[]
  /** Cancelled entries that wait again, with a new `dueAt`. */
  readonly revives?: readonly { readonly id: string; readonly dueAt: Date }[]
}

/** An effective decision, with the revision it produced. */
interface Decision {
  readonly at: Date
  readonly revision: number
}

/** The earlier state that a change depends on. */
interface Before {
  /** The messages of the application, oldest first. For decisions, corrected addresses, and undone decisions. */
  readonly messages?: readonly OutboxEntry[]
  /** Whether the form sends a confirmation of a submission. */
  readonly confirms?: boolean
  /** Letters that were sent to a wrong address, to send again to the new one. */
  readonly again?: readonly Letter[]
  /** The effective decisions, oldest first; the last one is undone. */
  readonly decisions?: readonly Decision[]
  /** The text of a message. */
  readonly text?: string
  /** The due moment of the application. For undone decisions. */
  readonly dueAt?: Date
  /** The ids of letters that the withdrawal stopped, or that a request no longer needs. */
  readonly stopped?: readonly string[]
  /** The ids of the letters of an undone request. */
  readonly recalled?: readonly string[]
  /** The ids of the requests that wait again after an undone or reopened decision. */
  readonly requests?: readonly number[]
  /** When the applicant is reminded of a request; undefined: never. */
  readonly reminder?: Date
}

/**
 * After an append timed out, the spreadsheet's script may still run, for up to 6 minutes (Google's limit). So a deleted row is removed a second time
 * after that.
 */
const lateAppendMs = 10 * minute

/** The letter about a transition; undefined if there is none. */
export function letterFor(from: Status, to: Status): Letter | undefined {
  if (to === 'approved') return from === 'pitch' ? 'after_meeting_approval' : 'approval'
  if (to === 'pitch') return 'pitch_invitation'
  if (to === 'rejected') return from === 'pitch' ? 'after_meeting_rejection' : 'rejection'
  return undefined
}

/** Whether a letter has not reached the application's address: it is parked, or still retried. */
const failed = ({ state, failingSince }: OutboxEntry): boolean =>
  state === 'parked' || (state === 'waiting' && failingSince !== null)

/** The letters that are still in their hold. */
const held = (messages: readonly OutboxEntry[], at: Date) =>
  messages.filter(isTemplateLetter).filter((entry) => isHeldLetter(entry, at))

/**
 * The letter about a transition; undefined if there is none. It depends on the status that the applicant knows: while an invitation is still in its
 * hold, the applicant does not know of it.
 */
function nextLetter(from: Status, to: Status, messages: readonly OutboxEntry[], at: Date): Letter | undefined {
  const isInvited = held(messages, at).some(({ payload }) => payload.letter === 'pitch_invitation')
  return letterFor(isInvited && from === 'pitch' ? 'pending' : from, to)
}

/** A change, and the values that its outbox entries depend on. */
interface Cause<Kind extends Event = Event> {
  readonly id: string
  /** The revision before the change. */
  readonly revision: number
  readonly at: Date
  readonly event: Kind
  readonly holdEnd: Date
  /** When a letter of this change is due. */
  readonly letterDue: Date
  readonly delivery: Delivery
  readonly before: Before
}

type CauseOf<What extends Event['what']> = Cause<Extract<Event, { readonly what: What }>>

/** The update of a row in a mirroring spreadsheet. */
const rowUpdate = ({ id, revision, delivery }: Cause, dueAt: Date): readonly OutboxDraft[] =>
  delivery.spreadsheet === 'mirror' ? [rowDraft(id, `:${revision}`, dueAt, 'changed')] : []

/** The entries of a submission; if it is quarantined, of its release. */
const forSubmission = ({ id, at, delivery, before }: CauseOf<'submitted' | 'released'>): Outgoing => ({
  outbox: [
    ...(before.confirms === true ? [letterDraft(id, 'confirmation', '', at)] : []),
    ...(delivery.spreadsheet === 'none' ? [] : [rowDraft(id, '', at)]),
  ],
})

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
function forDecision(cause: CauseOf<'moved'>): Outgoing {
  const { id, revision, at, event, holdEnd, before } = cause
  const { messages = [], decisions = [] } = before
  const replaced = held(messages, at).filter(({ payload }) => !['correction', 'delay', 'request'].includes(payload.letter))
  const delays = delaysAmong(messages).filter(({ state }) => state === 'waiting')
  const regularLetter = event.reopens === true ? 'correction' : nextLetter(event.from, event.to, messages, at)
  const letter = event.letter === 'none' ? undefined : regularLetter
  const draft = letter === undefined ? undefined : letterDraft(id, letter, `:${revision}`, cause.letterDue, event)
  // If a letter is sent by hand, its row is queued at that time.
  const rows = draft !== undefined && isSentByHand(draft) ? [] : rowUpdate(cause, draft?.dueAt ?? holdEnd)
  const reopened = event.reopens === true ? unsentOf(id, decisions.at(-1)?.revision, messages) : []
  const again = event.reopens === true ? requeued(cause, decisions.at(-2), messages, cause.letterDue) : []
  return {
    outbox: [...(draft === undefined ? [] : [draft]), ...again, ...requeuedRequests(cause, cause.letterDue), ...rows],
    cancels: delays.map((entry) => entry.id),
    // The next letter depends on whether the applicant gets these, so the decision is planned again if one of them was claimed meanwhile.
    recalls: [...new Set([...replaced, ...reopened.filter((entry) => !delays.includes(entry))])].map((entry) => entry.id),
  }
}

/**
 * Letters that did not reach the earlier address, or that its owner stopped, are queued again as new entries, so that providers do not drop them as
 * repeats.
 */
function forReaddressing(cause: CauseOf<'readdressed' | 'letters_resumed'>): Outgoing {
  const { id: applicationId, revision, at, before } = cause
  const all = (before.messages ?? []).filter(isLetter)
  const resent = (before.again ?? []).flatMap((letter) => {
    const last = all.filter(({ payload }) => payload.letter === letter).at(-1)
    return last?.state === 'sent' ? [last] : []
  })
  // Entries in their hold are sent to the new address anyway.
  const requeued = [...all.filter(failed), ...resent].map(
    ({ id, topic, payload, key, state }): OutboxDraft => ({
      topic,
      payload,
      key: `${key}:to:${revision}`,
      applicationId,
      dueAt: at,
      ...(state !== 'sent' && { replaces: id }),
    }),
  )
  return { outbox: [...requeued, ...rowUpdate(cause, at)] }
}

function forDeletion({ id, revision, at, holdEnd, delivery }: CauseOf<'deleted'>): Outgoing {
  if (delivery.spreadsheet !== 'mirror') return { outbox: [] }
  // The moment alone is not unique: an undo and a second deletion may happen in the same millisecond.
  const key = `${revision}:${at.getTime()}`
  return { outbox: [removalDraft(id, key, holdEnd), removalDraft(id, `${key}:again`, after(holdEnd, lateAppendMs))] }
}

/** The earlier decision is effective again. If the undone decision had replaced its letter, the letter is queued again. */
function forUndoneDecision(cause: CauseOf<'undone'>): Outgoing {
  const { id, at, before } = cause
  const { messages = [], decisions = [] } = before
  const [earlier, last] = decisions.length === 1 ? [undefined, decisions[0]] : decisions.slice(-2)
  const recalled = last === undefined ? [] : lettersOf(id, last.revision, messages)
  const rows = messages.filter(({ key }) => last !== undefined && key === `${id}:row:${last.revision - 1}`)
  // Letters that a reopening queued again are cancelled with it.
  const queuedAgain = messages.filter(({ key }) => last !== undefined && key.endsWith(`:again:${last.revision - 1}`))
  return {
    outbox: [
      ...requeued(cause, earlier, messages, at),
      ...requeuedDelay(cause),
      ...requeuedRequests(cause, at),
      ...rowUpdate(cause, at),
    ],
    cancels: [...recalled, ...queuedAgain, ...rows].map((entry) => entry.id),
  }
}

function forUndo(cause: CauseOf<'undone'>): Outgoing {
  const { id, revision, at, event, delivery, before } = cause
  switch (event.undid) {
    case 'moved':
      return forUndoneDecision(cause)
    // If another node's clock is ahead, the row may already be removed.
    case 'deleted':
      return { outbox: delivery.spreadsheet === 'mirror' ? [rowDraft(id, `:${revision}`, at, 'whole')] : [] }
    case 'written':
      return { outbox: [], recalls: (before.messages ?? []).filter(({ key }) => key === event.key).map((entry) => entry.id) }
    case 'delayed':
      return { outbox: [], recalls: (before.messages ?? []).map((entry) => entry.id) }
    case 'requested':
      return { outbox: [], cancels: before.stopped, recalls: before.recalled }
    // The spreadsheet has no scores.
    case 'scored':
      return { outbox: [] }
    case 'noted':
    case 'meeting_set':
      return { outbox: rowUpdate(cause, at) }
  }
}

/** A letter with the edited text replaces the held letter; it is due at the same time. */
function forEditedLetter({ id, revision, at, event, before }: CauseOf<'letter_edited'>): Outgoing {
  const letter = held(before.messages ?? [], at).find(({ payload }) => payload.letter === event.letter)
  if (letter === undefined) return { outbox: [] }
  const { key, dueAt, payload } = letter
  const inserted = { ...event, ...(payload.until !== undefined && { until: payload.until }) }
  return {
    outbox: [{ ...letterDraft(id, event.letter, '', dueAt, inserted), key: `${key}:edited:${revision}` }],
    recalls: [letter.id],
  }
}

/**
 * The rows for letters that are sent before they were due. The spreadsheet shows a decision when its letter is sent.
 * @param entries the released letters
 */
export const rowsOfReleased = (entries: readonly OutboxEntry[], { spreadsheet }: Delivery, at: Date): readonly OutboxDraft[] =>
  spreadsheet !== 'mirror'
    ? []
    : entries.filter(isTemplateLetter).map(({ id, applicationId }) => rowDraft(applicationId, `:released:${id}`, at, 'changed'))

const forMessage = ({ id: applicationId, revision, event, letterDue: dueAt, before }: CauseOf<'written'>): Outgoing => ({
  outbox: [
    {
      topic: 'mail.letter',
      payload: { letter: 'written', applicationId, subject: event.subject, text: before.text ?? '' },
      key: event.key ?? `${applicationId}:written:${revision}`,
      applicationId,
      dueAt,
    },
  ],
})

/** The row of an application that its applicant changed. A spreadsheet that is the store also gets it through the outbox. */
const applicantsRow = ({ id, revision, at, delivery }: Cause): readonly OutboxDraft[] =>
  delivery.spreadsheet === 'none' ? [] : [rowDraft(id, `:${revision}`, at, 'applicant')]

function forWithdrawal(cause: CauseOf<'withdrawn'>): Outgoing {
  const { id, revision, at, event } = cause
  return { outbox: [letterDraft(id, 'withdrawn', `:${revision}`, at), ...applicantsRow(cause)], cancels: event.letters }
}

/** The letters that the withdrawal stopped wait again, at least for the hold, so that the desk sees the return before they are sent. */
function forReturn(cause: CauseOf<'returned'>): Outgoing {
  const { id, revision, before, letterDue: due } = cause
  const { messages = [], stopped = [] } = before
  const all = messages.filter(isLetter)
  const revives = all
    .filter((entry) => stopped.includes(entry.id) && entry.state === 'cancelled')
    .map((entry) => ({ id: entry.id, dueAt: later(entry.dueAt, due) }))
  // The spreadsheet shows a decision when its letter is sent.
  const rows = revives
    .filter((entry) => cause.delivery.spreadsheet === 'mirror' && !isSentByHand(entry))
    .map((entry) => rowDraft(id, `:${revision}:${entry.id}`, entry.dueAt, 'changed'))
  return {
    outbox: [...applicantsRow(cause), ...rows],
    cancels: all.filter(({ payload }) => payload.letter === 'withdrawn').map((entry) => entry.id),
    revives,
  }
}

/** For several changes in a row the applicant gets one letter, if the earlier letter is not sent yet. */
function forChangedAnswers(cause: CauseOf<'answers_changed'>): Outgoing {
  const { id, revision, at, before } = cause
  const earlier = (before.messages ?? []).filter(isTemplateLetter).filter(({ payload }) => payload.letter === 'changed')
  return {
    outbox: [letterDraft(id, 'changed', `:${revision}`, at), ...applicantsRow(cause)],
    cancels: earlier.filter(({ state, attempts }) => state === 'waiting' && attempts === 0).map((entry) => entry.id),
  }
}

/** The letter of a request, and its reminder. */
function forRequest({ id, revision, event, letterDue: due, before: { reminder } }: CauseOf<'requested'>): Outgoing {
  const request = revision + 1
  const draft = (letter: Letter, dueAt: Date): OutboxDraft =>
    letterDraft(id, letter, `:${revision}`, dueAt, { sentence: event.text, request })
  return { outbox: [draft('request', due), ...(reminder === undefined ? [] : [draft('request_reminder', reminder)])] }
}

/**
 * The outbox entries of a change of any kind: letters, messages, and rows for a mirroring spreadsheet.
 * @param application as it was read, with the revision before the change
 */
export function outgoing(
  { id, revision }: Pick<Application, 'id' | 'revision'>,
  { at, event }: Pick<HistoryEntry, 'at' | 'event'>,
  delivery: Delivery,
  before: Before = {},
): Outgoing {
  const { holdS, letterHold = { kind: 'seconds' } } = delivery
  const cause = {
    id,
    revision,
    at,
    holdEnd: after(at, holdS * second),
    letterDue: letterDue(letterHold, at, holdS),
    delivery,
    before,
  }
  switch (event.what) {
    case 'submitted':
      return event.quarantined === undefined ? forSubmission({ ...cause, event }) : { outbox: [] }
    case 'released':
      return forSubmission({ ...cause, event })
    case 'moved':
      return forDecision({ ...cause, event })
    case 'readdressed':
    case 'letters_resumed':
      return forReaddressing({ ...cause, event })
    // Waiting letters are refused when they are due, and then parked, where the desk lists them.
    case 'letters_stopped':
      return { outbox: [] }
    case 'deleted':
      return forDeletion({ ...cause, event })
    case 'undone':
      return forUndo({ ...cause, event })
    case 'written':
      return forMessage({ ...cause, event })
    case 'letter_edited':
      return forEditedLetter({ ...cause, event })
    case 'delayed':
      return { outbox: [letterDraft(id, 'delay', `:${revision}`, cause.letterDue, event)] }
    case 'answers_changed':
      return event.quarantined ? { outbox: [] } : forChangedAnswers({ ...cause, event })
    case 'withdrawn':
      return forWithdrawal({ ...cause, event })
    case 'returned':
      return forReturn({ ...cause, event })
    case 'requested':
      return forRequest({ ...cause, event })
    case 'request_answered':
    case 'request_closed':
      return { outbox: [], cancels: before.stopped }
    // The spreadsheet has no scores.
    case 'scored':
      return { outbox: [] }
    case 'noted':
    case 'meeting_set':
      return { outbox: rowUpdate({ ...cause, event }, at) }
  }
}
