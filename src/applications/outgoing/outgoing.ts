import { after, later, minute, second } from '../../shared/dates.ts'
import type { Application } from '../application.ts'
import type { Event, HistoryEntry } from '../history.ts'
import { letterDue } from '../letter-hold.ts'
import {
  isTemplateLetter,
  isToApplicant,
  letterDraft,
  nameOfLetter,
  type OutboxDraft,
  type OutboxEntry,
  ownFaults,
  removalDraft,
  rowDraft,
} from '../outbox.ts'
import { byApplicantsEvent, meetingLetters } from './applicant.ts'
import { type Before, type Cause, type CauseOf, copyOf, type Delivery, held, type Outgoing, rowUpdate } from './change.ts'
import { forDecision, forUndoneDecision } from './decisions.ts'
import { isChange, reportEntries } from './report.ts'

/**
 * After an append timed out, the spreadsheet's script may still run, for up to 6 minutes (Google's limit). So a deleted row is removed a second time
 * after that.
 */
const lateAppendMs = 10 * minute

/** Whether a letter has not reached the application's address: it is parked, or still retried. */
const failed = ({ state, failingSince }: OutboxEntry): boolean =>
  state === 'parked' || (state === 'waiting' && failingSince !== null)

/** Whether a letter was not sent because the owner of the address had stopped its letters. */
const stopped = ({ state, lastFault }: OutboxEntry): boolean => state === 'parked' && lastFault === ownFaults.stopped

/** The entries of a submission; if it is quarantined, of its release. */
function forSubmission(cause: CauseOf<'submitted' | 'released'>): Outgoing {
  const { id, at, delivery, before } = cause
  return {
    outbox: [
      ...(before.confirms === true ? [letterDraft(id, 'confirmation', '', at)] : []),
      ...(delivery.spreadsheet === 'none' ? [] : [rowDraft(id, '', at)]),
      ...reportEntries(cause, 'received'),
    ],
  }
}

/** Letters that did not reach the earlier address, or that its owner stopped, are queued once more. */
function forReaddressing(cause: CauseOf<'readdressed' | 'letters_resumed'>): Outgoing {
  const { at, event, before } = cause
  const all = (before.messages ?? []).filter(isToApplicant)
  // A failing letter may have arrived. To the same address it is retried as it is, so that the provider recognises the repeat.
  const unsent = all.filter(event.what === 'readdressed' ? failed : stopped)
  const resent = (before.again ?? []).flatMap((letter) => {
    const last = all.filter((entry) => nameOfLetter(entry) === letter).at(-1)
    return last?.state === 'sent' ? [last] : []
  })
  return {
    // Entries in their hold are sent to the new address anyway.
    outbox: [...[...unsent, ...resent].map((entry) => copyOf(cause, entry, at)), ...rowUpdate(cause, at)],
    cancels: unsent.map(({ id }) => id),
  }
}

function forDeletion({ id, revision, at, holdEnd, delivery }: CauseOf<'deleted'>): Outgoing {
  if (delivery.spreadsheet !== 'mirror') return { outbox: [] }
  // The moment alone is not unique: an undo and a second deletion may happen in the same millisecond.
  const key = `${revision}:${at.getTime()}`
  return { outbox: [removalDraft(id, key, holdEnd), removalDraft(id, `${key}:again`, after(holdEnd, lateAppendMs))] }
}

function forUndo(cause: CauseOf<'undone'>): Outgoing {
  const { id, revision, at, event, delivery, before } = cause
  switch (event.undid) {
    case 'moved':
      return forUndoneDecision(cause, event.to)
    // If another node's clock is ahead, the row may already be removed.
    case 'deleted':
      return { outbox: delivery.spreadsheet === 'mirror' ? [rowDraft(id, `:${revision}`, at, 'whole')] : [] }
    case 'written':
    case 'delayed':
    case 'requested':
      return { outbox: [], cancels: before.cancels }
    // The spreadsheet has neither scores nor stars.
    case 'scored':
    case 'starred':
      return { outbox: [] }
    case 'noted':
      return { outbox: rowUpdate(cause, at) }
    case 'meeting_set':
      return { outbox: [...meetingLetters(cause, event), ...rowUpdate(cause, at)] }
  }
}

/** The held letter is queued once more, due at the same time: if it left meanwhile, the edit is refused. The edited text stands in the history. */
function forEditedLetter(cause: CauseOf<'letter_edited'>): Outgoing {
  const { at, event, before } = cause
  const letter = held(before.messages ?? [], at).find(
    ({ payload, revision }) => payload.letter === event.letter && revision === event.about,
  )
  return letter === undefined ? { outbox: [] } : { outbox: [copyOf(cause, letter, letter.dueAt)], cancels: [letter.id] }
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

const none: Outgoing = { outbox: [] }

/** The letters of each event, and its rows for a mirroring spreadsheet. */
const byEvent: { readonly [What in Event['what']]: (cause: CauseOf<What>) => Outgoing } = {
  ...byApplicantsEvent,
  submitted: (cause) => (cause.event.quarantined === undefined ? forSubmission(cause) : none),
  released: forSubmission,
  moved: forDecision,
  readdressed: forReaddressing,
  letters_resumed: forReaddressing,
  // Waiting letters are refused when they are due, and then parked, where the desk lists them.
  letters_stopped: () => none,
  deleted: forDeletion,
  undone: forUndo,
  written: forMessage,
  letter_edited: forEditedLetter,
  delayed: ({ id, revision, letterDue: dueAt }) => ({ outbox: [letterDraft(id, 'delay', `:${revision}`, dueAt)] }),
  request_answered: ({ before: { cancels } }) => ({ outbox: [], cancels }),
  request_closed: ({ before: { cancels } }) => ({ outbox: [], cancels }),
  // The spreadsheet has neither scores nor stars.
  scored: () => none,
  starred: () => none,
  identity_shown: () => none,
  // The feature queues its own mail with the change.
  of_feature: () => none,
  noted: (cause) => ({ outbox: rowUpdate(cause, cause.at) }),
  meeting_set: (cause) => ({ outbox: [...meetingLetters(cause, cause.event), ...rowUpdate(cause, cause.at)] }),
}

/**
 * The outbox entries of a change of any kind: letters, messages, rows for a mirroring spreadsheet, and reports to features.
 * @param application as it was read, with the revision before the change
 */
export function outgoing(
  { id, revision }: Pick<Application, 'id' | 'revision'>,
  { at, event }: Pick<HistoryEntry, 'at' | 'event'>,
  delivery: Delivery,
  before: Before = {},
): Outgoing {
  const { holdS, letterHold = { kind: 'seconds' } } = delivery
  const holdEnd = delivery.heldUntil ?? after(at, holdS * second)
  const cause = {
    id,
    revision,
    at,
    holdEnd,
    letterDue: later(letterDue(letterHold, at, holdS), holdEnd),
    delivery,
    before,
    event,
  }
  const own = (byEvent[event.what] as (cause: Cause) => Outgoing)(cause)
  return isChange(event) ? { ...own, outbox: [...own.outbox, ...reportEntries(cause, 'changed')] } : own
}
