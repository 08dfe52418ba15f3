// The outbox entries of what applicants do with their application, of requests to them, and of meetings.
import { after, daysLater, hour, later } from '../../shared/dates.ts'
import type { Remark } from '../history.ts'
import { isSentByHand } from '../letter-hold.ts'
import { isLetter, isTemplateLetter, type Letter, letterDraft, type OutboxDraft, rowDraft } from '../outbox.ts'
import { type Cause, type CauseOf, copyOf, type Outgoing } from './change.ts'

/** The row of an application that its applicant changed. A spreadsheet that is the store also gets it through the outbox. */
const applicantsRow = ({ id, revision, at, delivery }: Cause): readonly OutboxDraft[] =>
  delivery.spreadsheet === 'none' ? [] : [rowDraft(id, `:${revision}`, at, 'applicant')]

function forWithdrawal(cause: CauseOf<'withdrawn'>): Outgoing {
  const { id, revision, at } = cause
  return { outbox: [letterDraft(id, 'withdrawn', `:${revision}`, at), ...applicantsRow(cause)], cancels: cause.before.cancels }
}

/** The letters that the withdrawal stopped are queued once more, at least for the hold, so that the desk sees the return before they are sent. */
function forReturn(cause: CauseOf<'returned'>): Outgoing {
  const { id, revision, before, letterDue: due } = cause
  const drafts = (before.messages ?? []).filter(isLetter).map((entry) => copyOf(cause, entry, later(entry.dueAt, due)))
  // The spreadsheet shows a decision when its letter is sent.
  const rows = drafts
    .filter((draft) => cause.delivery.spreadsheet === 'mirror' && !isSentByHand(draft))
    .map(({ key, dueAt }) => rowDraft(id, `:${revision}:${key}`, dueAt, 'changed'))
  return { outbox: [...applicantsRow(cause), ...drafts, ...rows], cancels: before.cancels }
}

/** For several changes in a row the applicant gets one letter, if the earlier letter is not sent yet. */
function forChangedAnswers(cause: CauseOf<'answers_changed'>): Outgoing {
  if (cause.event.quarantined) return { outbox: [] }
  const { id, revision, at, before } = cause
  const earlier = (before.messages ?? []).filter(isTemplateLetter).filter(({ payload }) => payload.letter === 'changed')
  return {
    outbox: [letterDraft(id, 'changed', `:${revision}`, at), ...applicantsRow(cause)],
    cancels: earlier.filter(({ state, attempts }) => state === 'waiting' && attempts === 0).map((entry) => entry.id),
  }
}

function forRequest({ id, revision, letterDue: due, before: { reminder, isTold } }: CauseOf<'requested'>): Outgoing {
  const draft = (letter: Letter, dueAt: Date | undefined): readonly OutboxDraft[] =>
    dueAt === undefined ? [] : [letterDraft(id, letter, `:${revision}`, dueAt)]
  return { outbox: [...draft('request', isTold ? undefined : due), ...draft('request_reminder', reminder)] }
}

/** A meeting that is less than a day and this far away has no reminder: its letter has just been sent. */
const reminderGap = 4 * hour

/**
 * The letters about a meeting: when it is, or that it is cancelled, and a reminder on the day before. When one is due, the outbox's handler checks whether
 * it still says what is true, and something new.
 */
export function meetingLetters(
  { id, revision, at, holdEnd }: Omit<Cause, 'event'>,
  { from, to, letter }: Pick<Extract<Remark, { what: 'meeting_set' }>, 'from' | 'to' | 'letter'>,
): readonly OutboxDraft[] {
  const time = to ?? from
  if (letter === undefined || time === null) return []
  const meeting = { ...letter, at: time, sequence: revision + 1, since: at.toISOString() }
  const draft = (name: Letter, dueAt: Date): OutboxDraft => letterDraft(id, name, `:${revision}`, dueAt, meeting)
  if (to === null) return [draft('meeting_cancelled', holdEnd)]
  const reminder = daysLater(new Date(to), -1)
  return [draft('meeting', holdEnd), ...(reminder > after(at, reminderGap) ? [draft('meeting_reminder', reminder)] : [])]
}

/** The outbox entries of each event in this file. */
export const byApplicantsEvent = {
  answers_changed: forChangedAnswers,
  withdrawn: forWithdrawal,
  returned: forReturn,
  requested: forRequest,
}
