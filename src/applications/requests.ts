import type { FileAnswer } from '../forms/form.ts'
import { after, day, dayAfter, endOfDay, later, timeOn } from '../shared/dates.ts'
import { fail, ok, type Result } from '../shared/result.ts'
import {
  type AnswerKind,
  type ApplicantRequest,
  type Application,
  answerKinds,
  isInReview,
  isOpen,
  type RequestText,
  type Stated,
  type Status,
  stateOf,
} from './application.ts'
import type { HistoryEntry } from './history.ts'
import { lettersOf } from './letter-hold.ts'
import type { Change } from './moves.ts'
import { isToApplicant, isUnsent, type OutboxEntry } from './outbox.ts'
import type { Act } from './outgoing/change.ts'
import { outgoing } from './outgoing/outgoing.ts'

/** The field name under which the file of an answer is stored. No form has a field with this name. */
export const requestFileField = (id: number): string => `request-${id}`

/** Whether a value is a kind of answer. */
export const isAnswerKind = (word: unknown): word is AnswerKind => answerKinds.some((kind) => kind === word)

/** The maximum number of unanswered requests of one application. */
const maxOpen = 3

/** After a request without a day, the application is due again after this many days. */
const waitDays = 14

/** After a request without a day, the applicant is reminded after this many days. */
const reminderDays = 5

/** What the state of the requests depends on. */
export type Requested = Stated & Pick<Application, 'requests'>

/** Whether an application has answers that the reviewer has not closed (`answered`), waits for answers (`asked`), or neither. */
export function requestState(application: Requested): 'answered' | 'asked' | undefined {
  const state = stateOf(application)
  const current = application.requests.filter((request) => request.closed === undefined && request.status === state)
  if (current.some(({ answer }) => answer !== undefined)) return 'answered'
  return current.length > 0 ? 'asked' : undefined
}

/** When the applicant is reminded: on the morning before the day, or after five days; undefined if that is less than a day away. */
export function reminderAt(at: Date, lastDay: string | undefined): Date | undefined {
  if (lastDay === undefined) return after(at, reminderDays * day)
  const morning = timeOn(dayAfter(lastDay, -1), '09:00')
  return morning < after(at, day) ? undefined : morning
}

/** The letters that tell of a request: its own, or those of the change that it began with. */
export const requestLetters = ({ id, letterAt }: Pick<ApplicantRequest, 'id' | 'letterAt'>, messages: readonly OutboxEntry[]) =>
  letterAt === undefined
    ? lettersOf(id, messages).filter(({ payload }) => payload.letter === 'request')
    : messages.filter(isToApplicant).filter(({ revision }) => revision === letterAt)

/** The requests that a reminder of one is about: all that began with it and are still open. Undefined when an earlier one of them reminds. */
export function remindedWith(
  { requests, status }: Pick<Application, 'requests' | 'status'>,
  request: ApplicantRequest,
): readonly ApplicantRequest[] | undefined {
  if (request.letterAt === undefined) return [request]
  const together = requests.filter((other) => other.letterAt === request.letterAt && isOpen(other, status))
  return together[0]?.id === request.id ? together : undefined
}

/** The ids of the unsent letters of a request. */
const unsent = (request: number, messages: readonly OutboxEntry[]): readonly string[] =>
  lettersOf(request, messages)
    .filter(isUnsent)
    .map((entry) => entry.id)

const otherOpen = ({ requests, status }: Requested, id: number): boolean =>
  requests.some((request) => request.id !== id && isOpen(request, status))

/** Why a request is refused. */
export type RequestFault = 'rejected' | 'stopped' | 'too_many'

/**
 * Requests something from the applicant with a letter, which waits until its hold is over. While the application waits for the answer, it is not due;
 * its promise stays.
 * @param letterAt the revision of the change whose letter tells of it, in place of one of its own
 * @returns a fault if the review is ended, the applicant was rejected, gets no letters, or has three unanswered requests
 */
export function makeRequest(
  application: Application,
  { text, kind, day: lastDay }: RequestText,
  { by, at, delivery }: Act,
  letterAt?: number,
): Result<Change, RequestFault> {
  const { requests, status, dueAt } = application
  if (status === 'rejected' || !isInReview(application)) return fail('rejected')
  if (application.lettersStoppedAt !== null) return fail('stopped')
  const open = requests.filter((request) => isOpen(request, status))
  if (open.length >= maxOpen) return fail('too_many')
  const words = { text, kind, ...(lastDay !== undefined && { day: lastDay }) }
  const due = open[0]?.due ?? dueAt.toISOString()
  const request = {
    ...{ ...words, id: application.revision + 1, at: at.toISOString(), status, due },
    ...(letterAt !== undefined && { letterAt }),
  }
  const waitsUntil = lastDay === undefined ? after(at, waitDays * day) : endOfDay(lastDay)
  const entry: HistoryEntry = { at, by, event: { what: 'requested', ...words } }
  return ok({
    application: {
      ...application,
      requests: [...requests, request],
      ...(status === 'pending' && { dueAt: later(dueAt, waitsUntil) }),
    },
    entry,
    ...outgoing(application, entry, delivery, { reminder: reminderAt(at, lastDay), isTold: letterAt !== undefined }),
  })
}

/** Undoes a request before the first attempt to send its letter; undefined if it is too late. */
export function undoRequest(
  application: Application,
  id: number,
  messages: readonly OutboxEntry[],
  { by, at, delivery }: Act,
): Change | undefined {
  const request = application.requests.find((candidate) => candidate.id === id)
  const letter = request && requestLetters(request, messages).at(-1)
  // After a failed attempt it is unknown whether the letter arrived.
  if (request === undefined || request.letterAt !== undefined || letter?.state !== 'waiting' || letter.attempts > 0)
    return undefined
  const event = { what: 'undone', undid: 'requested', text: request.text } as const
  const entry: HistoryEntry = { at, by, event }
  return {
    application: {
      ...application,
      requests: application.requests.filter((candidate) => candidate.id !== id),
      ...(request.status === 'pending' && !otherOpen(application, id) && { dueAt: new Date(request.due) }),
    },
    entry,
    ...outgoing(application, entry, delivery, { cancels: unsent(id, messages) }),
  }
}

/** The requests of an application, with `changed` in place of the earlier one. */
const withRequest = ({ requests }: Application, changed: ApplicantRequest): Pick<Application, 'requests'> => ({
  requests: requests.map((request) => (request.id === changed.id ? changed : request)),
})

/**
 * The applicant answers. The application is due again at its promised moment, or at `readBy` if that is earlier or the promised moment is past.
 * @param readBy by when the reviewer should read an answer that arrives now
 */
export function answerRequest(
  application: Application,
  request: ApplicantRequest,
  { text, file }: { readonly text: string; readonly file: FileAnswer | undefined },
  readBy: Date,
  messages: readonly OutboxEntry[],
  { at, delivery }: Pick<Act, 'at' | 'delivery'>,
): Change {
  const answer = { at: at.toISOString(), text, ...(file !== undefined && { file }) }
  const event = { what: 'request_answered', request: request.id, ...(file !== undefined && { file: file.name }) } as const
  const entry: HistoryEntry = { at, by: 'applicant', event }
  const promised = new Date(request.due)
  return {
    application: {
      ...application,
      ...withRequest(application, { ...request, answer }),
      ...(application.status === 'pending' && { dueAt: promised > at && promised < readBy ? promised : readBy }),
    },
    entry,
    ...outgoing(application, entry, delivery, { cancels: unsent(request.id, messages) }),
  }
}

/**
 * The reviewer closes a request, with or without an answer. The application no longer waits for it.
 * @param readBy the new due moment if the promised one is past
 */
export function closeRequest(
  application: Application,
  request: ApplicantRequest,
  readBy: Date,
  messages: readonly OutboxEntry[],
  { by, at, delivery }: Act,
): Change {
  const event = { what: 'request_closed', request: request.id } as const
  const entry: HistoryEntry = { at, by, event }
  const waitedFor = application.status === 'pending' && isOpen(request, 'pending') && !otherOpen(application, request.id)
  return {
    application: {
      ...application,
      ...withRequest(application, { ...request, closed: at.toISOString() }),
      ...(waitedFor && { dueAt: later(new Date(request.due), readBy) }),
    },
    entry,
    ...outgoing(application, entry, delivery, { cancels: unsent(request.id, messages) }),
  }
}

/** A request that the applicant knows of. */
export interface KnownRequest {
  readonly request: ApplicantRequest
  /** `ended`: closed, or ended by a decision that the applicant knows. */
  readonly state: 'open' | 'answered' | 'ended'
}

/**
 * The requests whose letter was handed over, oldest first. Whether a request is open depends on the status that the applicant knows, so that it does
 * not reveal a decision before its letter.
 */
export function knownRequests(application: Requested, status: Status, messages: readonly OutboxEntry[]): readonly KnownRequest[] {
  return application.requests
    .filter((request) => requestLetters(request, messages).some(({ state }) => state === 'sent'))
    .map((request) => {
      if (request.answer !== undefined) return { request, state: 'answered' }
      return { request, state: isInReview(application) && isOpen(request, status) ? 'open' : 'ended' }
    })
}
