import { type Application, endOf, isOpen } from '../../applications/application.ts'
import { contentOf } from '../../applications/letter-content.ts'
import { withoutHeld } from '../../applications/letter-hold.ts'
import { isStrangers } from '../../applications/mail-budget.ts'
import { isMeetingNews } from '../../applications/meetings.ts'
import {
  type Handlers,
  isNotice,
  isToApplicant,
  type OutboxEntry,
  type Outcome,
  ownFaults,
  type ReportKind,
  type TemplateLetter,
  type Topics,
} from '../../applications/outbox.ts'
import { remindedWith, reminderAt, requestLetters } from '../../applications/requests.ts'
import type { Form } from '../../forms/form.ts'
import { after, day, second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { readWithHistory } from '../changes/save-changes.ts'
import type { FormVersions } from '../forms/versions.ts'
import { sendOnce } from '../mail/attempts.ts'
import type { OtherMailHandler } from '../mail/other-mail.ts'
import type { Mailer, Message } from '../mail/port.ts'
import type { Applications } from '../records/applications/port.ts'
import type { Outbox } from '../records/outbox/port.ts'
import { reviewOf, type Sheet, SheetFault } from '../sheets/port.ts'

/** Hears of changes of applications. It cannot refuse them: a report is queued in the transaction of its change, and repeated for a day. */
export interface Reporting {
  /** What it wants to hear of now. It is asked at every change, so it reads no database. */
  wants(): readonly ReportKind[]
  send(report: Topics['report'], entry: OutboxEntry): Promise<Outcome>
}

interface HandlerParts {
  readonly applications: Pick<Applications, 'byId' | 'history'>
  readonly outbox: Pick<Outbox, 'forApplication' | 'turn' | 'isStopped'>
  readonly formVersions: Pick<FormVersions, 'of'>
  readonly mailer: Mailer
  /** Composes a letter; the id is the outbox entry's. */
  readonly compose: (letter: Topics['mail.letter'], application: Application, form: Form, id: string) => Promise<Message>
  /** Composes one letter with the links of all applications of an address. */
  readonly composeLinks: (email: string, id: string) => Promise<Message | undefined>
  /** Send the mail that is not about an application, by its name. */
  readonly otherMails: readonly OtherMailHandler[]
  /** Tells features that a mail server refuses the address of an application for good. */
  refused(application: Application, fault: string): Promise<unknown>
  /** The feature with a name, if it hears of changes. */
  reporting(name: string): Reporting | undefined
  /** Undefined without a spreadsheet: rows that were queued earlier wait until one is configured again. */
  readonly sheet: Sheet | undefined
  /** Seconds in which a decision can be undone. The spreadsheet does not show a decision before they are over. */
  readonly holdS: number
  now(): Date
}

const sent: Outcome = { kind: 'sent' }
const deleted: Outcome = { kind: 'deleted' }
const failedSheet = ({ reason, retryAfterMs }: SheetFault): Outcome => ({
  kind: 'failed',
  fault: reason,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})

/** An application as the spreadsheet may show it now, without decisions on hold; undefined when it is deleted. */
async function publicView(
  parts: Pick<HandlerParts, 'applications' | 'outbox' | 'holdS' | 'now'>,
  id: string,
): Promise<Application | undefined> {
  const stored = await readWithHistory(parts, id)
  return stored && withoutHeld(stored.application, stored.history, stored.messages, parts.now(), parts.holdS)
}

/** Updates a row as far as the script can: the review, or only the status when the applicant made the change; and changed answers. */
async function updateRow(sheet: Sheet, application: Application, form: Form, applicant: true | undefined): Promise<void> {
  const can = await sheet.capabilities()
  if (!can.includes('update')) return
  const review = reviewOf(application)
  const answered = application.answersRevision > 0 && can.includes('answers') ? { application, form } : undefined
  await sheet.update(application.id, applicant ? { status: review.status } : review, answered)
}

/** Whether a letter that strangers can cause is sent now, in its own words or merged with others. */
export async function strangersTurn(
  { outbox, now }: Pick<HandlerParts, 'outbox' | 'now'>,
  kind: 'confirmation' | 'news' | 'links',
  { id: entryId, createdAt }: OutboxEntry,
  { applicantEmail: email }: Application,
): Promise<Outcome | 'own words' | 'merged'> {
  const turn = await outbox.turn({ entryId, email, letter: { createdAt, kind } }, now())
  if (turn.kind === 'needless') return { kind: 'obsolete' }
  if (turn.kind === 'later') return { kind: 'postponed', until: turn.at, why: turn.why }
  return turn.merged ? 'merged' : 'own words'
}

/** Why a letter about a request is not sent now; undefined when it is sent. It is obsolete when the request is answered or closed, or the application decided. */
async function requestOutcome(
  { outbox, now }: Pick<HandlerParts, 'outbox' | 'now'>,
  { letter }: TemplateLetter,
  { revision: id }: OutboxEntry,
  application: Application,
): Promise<Outcome | undefined> {
  const request = application.requests.find((candidate) => candidate.id === id)
  if (request === undefined || !isOpen(request, application.status)) return { kind: 'obsolete' }
  if (letter === 'request') return undefined
  if (remindedWith(application, request) === undefined) return { kind: 'obsolete' }
  const letters = requestLetters(request, await outbox.forApplication(application.id))
  const sentAt = letters.findLast(({ state }) => state === 'sent')?.sentAt
  if (sentAt === undefined || sentAt === null)
    return letters.every(({ state }) => state === 'cancelled')
      ? { kind: 'obsolete' }
      : { kind: 'postponed', until: after(now(), day), why: 'The request itself has not been sent' }
  const dueAt = reminderAt(sentAt, request.day)
  if (dueAt === undefined) return { kind: 'obsolete' }
  return dueAt > now() ? { kind: 'postponed', until: dueAt, why: 'The request was sent later' } : undefined
}

/** Whether a letter is only about a meeting. A rejection that cancels one is sent in any case. */
const isAboutMeeting = ({ letter, meeting }: TemplateLetter): boolean => meeting !== undefined && isNotice(letter)

/** Whether a letter about a meeting is sent now. */
async function meetingOutcome(
  { outbox, now }: Pick<HandlerParts, 'outbox' | 'now'>,
  letter: TemplateLetter,
  entry: OutboxEntry,
  application: Application,
): Promise<Outcome | 'own words'> {
  const news = isMeetingNews(letter, entry, application, await outbox.forApplication(application.id))
  if (news === 'unclear') return { kind: 'postponed', until: after(now(), 10 * second), why: 'An earlier letter is being sent' }
  return news === 'known' ? { kind: 'obsolete' } : 'own words'
}

/** Whether a letter is sent now, and how. */
async function turnOf(
  parts: Pick<HandlerParts, 'outbox' | 'now'>,
  letter: Topics['mail.letter'],
  entry: OutboxEntry,
  application: Application,
): Promise<Outcome | 'own words' | 'merged'> {
  if (letter.letter === 'written') return 'own words'
  if (isStrangers(entry))
    return strangersTurn(parts, letter.letter === 'confirmation' ? 'confirmation' : 'news', entry, application)
  if (isAboutMeeting(letter)) return meetingOutcome(parts, letter, entry, application)
  const isAboutRequest = letter.letter === 'request' || letter.letter === 'request_reminder'
  return (isAboutRequest ? await requestOutcome(parts, letter, entry, application) : undefined) ?? 'own words'
}

/**
 * The handlers of all topics. Nothing is sent for a deleted application. The letter of every decision is sent, also when another decision has
 * followed: an undo cancels the letter itself.
 */
export const createHandlers = (parts: HandlerParts): Handlers => ({
  async 'mail.letter'(letter, entry) {
    const { applications, formVersions, mailer, compose } = parts
    const application = await applications.byId(letter.applicationId)
    if (application === undefined) return deleted
    const end = endOf(application)
    if (end !== undefined && entry.createdAt < end.at) return { kind: 'ended' }
    if (application.lettersStoppedAt !== null || (await parts.outbox.isStopped(application.applicantEmail)))
      return { kind: 'refused', fault: ownFaults.stopped }
    const turn = await turnOf(parts, letter, entry, application)
    if (typeof turn !== 'string') return turn
    try {
      const links = turn === 'merged' ? await parts.composeLinks(application.applicantEmail, entry.id) : undefined
      // Most letters are notices, without words of the reviewer.
      const history =
        isNotice(letter.letter) && letter.letter !== 'request_reminder' ? [] : await applications.history(letter.applicationId)
      const content = contentOf({ payload: letter, revision: entry.revision }, history)
      const message = links ?? (await compose(content, application, await formVersions.of(application), entry.id))
      const outcome = await sendOnce(mailer, message)
      if (outcome.kind === 'refused' && outcome.ofRecipient === true) await parts.refused(application, outcome.fault)
      return outcome
    } catch (error) {
      if (error instanceof AppError && error.code === 'EMAIL_TEMPLATE_NOT_FOUND')
        return { kind: 'failed', fault: `EMAIL_TEMPLATE_NOT_FOUND: content/mail/${letter.letter}.yaml` }
      throw error
    }
  },

  async 'mail.other'({ mail, data }, entry) {
    const handler = parts.otherMails.find(({ name }) => name === mail)
    if (handler === undefined) return { kind: 'refused', fault: `This version of the program sends no mail named ${mail}.` }
    const outcome = await handler.send(data, entry)
    if (outcome.kind === 'refused' && outcome.ofRecipient === true && isToApplicant(entry)) {
      const application = await parts.applications.byId(entry.applicationId)
      if (application !== undefined) await parts.refused(application, outcome.fault)
    }
    return outcome
  },

  async report(report, entry) {
    const { to } = report
    return (
      parts.reporting(to)?.send(report, entry) ?? {
        kind: 'refused',
        fault: `This version of the program reports nothing to ${to}.`,
      }
    )
  },

  async 'sheet.row'({ applicationId, changed, whole: isComplete, applicant }) {
    const { sheet, formVersions } = parts
    const application = await publicView(parts, applicationId)
    if (application === undefined) return deleted
    if (sheet === undefined) return { kind: 'failed', fault: 'SHEET_URL is not set' }
    try {
      if (!changed && !applicant) await sheet.append(application, await formVersions.of(application))
      if (changed || isComplete || applicant) await updateRow(sheet, application, await formVersions.of(application), applicant)
      return sent
    } catch (error) {
      if (error instanceof SheetFault) return failedSheet(error)
      throw error
    }
  },

  async 'sheet.removal'({ applicationId }) {
    const { sheet } = parts
    // The deletion was undone on a node whose clock is slow.
    if ((await parts.applications.byId(applicationId)) !== undefined) return sent
    if (sheet === undefined) return { kind: 'failed', fault: 'SHEET_URL is not set' }
    try {
      if ((await sheet.capabilities()).includes('delete')) await sheet.remove(applicationId)
      return sent
    } catch (error) {
      if (error instanceof SheetFault) return failedSheet(error)
      throw error
    }
  },
})
