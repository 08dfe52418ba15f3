import type { HeldResponse } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import type { Application } from '../../applications/application.ts'
import { findMessage, messageKey, writeMessage } from '../../applications/message.ts'
import { isLetterName } from '../../applications/outbox.ts'
import { readdress } from '../../applications/readdress.ts'
import type { Reply } from '../../content/schema/replies.ts'
import { invalidEmail, readEmail } from '../../forms/fields/email.ts'
import { countCharacters } from '../../shared/characters.ts'
import { second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { readApplication, refuseEnded, saveChanges } from '../changes/save-changes.ts'
import { readObject } from '../http/body.ts'
import { invalid, refuseFaults } from '../http/faults.ts'
import { actorOf } from '../http/guards.ts'
import { readKey } from '../http/request.ts'
import { Routes } from '../http/routes.ts'
import { untilNotStale } from '../records/until-not-stale.ts'
import { actNow, type Desk } from './desk.ts'
import { waiting, withLetterHold } from './letter-hold.ts'
import { applicationResponse } from './responses.ts'

export interface Correspondence extends Desk {
  /** Sends a mail of the admin now, not by the outbox. @throws AppError EMAIL_SEND_FAILED */
  sendMessage(to: string, subject: string, html: string): Promise<{ readonly id: string }>
  /** The saved replies. A publish changes them in place. */
  readonly replies: readonly Reply[]
}

const maxSubjectLength = 200
const maxTextLength = 50_000

interface Readdressing {
  readonly email: string
  readonly from: string | undefined
  readonly again: readonly string[]
}

/** @throws AppError FORM_VALIDATION_FAILED with a fault for each invalid value */
function readAddress(
  { mailTitles }: Pick<Desk, 'mailTitles'>,
  { email, from, again = [] }: Readonly<Record<string, unknown>>,
): Readdressing {
  const isLetter = (name: unknown): boolean => isLetterName(name) || (typeof name === 'string' && mailTitles.has(name))
  const faults: Record<string, string> = {}
  const address = readEmail(email)
  if (address === undefined) faults.email = invalidEmail
  if (from !== undefined && typeof from !== 'string') faults.from = 'The previous address must be text'
  if (!Array.isArray(again) || !again.every(isLetter)) faults.again = 'Unknown letter'
  refuseFaults(faults)
  return { email: address ?? '', from: from as string | undefined, again: [...new Set(again as readonly string[])] }
}

/** A message in plain text. */
export interface Written {
  readonly subject: string
  readonly text: string
}

/** @throws AppError FORM_VALIDATION_FAILED with a fault for each invalid value */
export function readWritten({ subject, text }: Readonly<Record<string, unknown>>): Written {
  const faults: Record<string, string> = {}
  if (typeof subject !== 'string' || subject.trim() === '') faults.subject = 'Subject is required'
  else if (countCharacters(subject) > maxSubjectLength) faults.subject = 'The subject can have 200 characters at most'
  if (typeof text !== 'string' || text.trim() === '') faults.text = 'Message is required'
  else if (countCharacters(text) > maxTextLength) faults.text = 'The message can have 50,000 characters at most'
  refuseFaults(faults)
  return { subject: String(subject).trim(), text: String(text).replace(/\r\n?/g, '\n').trim() }
}

/** @throws AppError FORM_VALIDATION_FAILED with a fault for each invalid value */
function readMail({ to, subject, html }: Readonly<Record<string, unknown>>) {
  const faults: Record<string, string> = {}
  const address = readEmail(to)
  if (address === undefined) faults.to = invalidEmail
  if (typeof subject !== 'string' || subject.trim() === '') faults.subject = 'Subject is required'
  if (typeof html !== 'string' || html.trim() === '') faults.html = 'Message is required'
  refuseFaults(faults)
  return { to: address ?? '', subject: String(subject), html: String(html) }
}

/** Corrects the address of an applicant. @throws AppError RECORD_NOT_FOUND; FORM_VALIDATION_FAILED; CONFLICT when the address is no longer `from` */
const correctAddress = (desk: Desk, id: string, { email, from, again }: Readdressing, by: string): Promise<Application> =>
  saveChanges(desk, id, async (application) => {
    const { applicantEmail } = application
    if (from !== undefined && from !== applicantEmail)
      throw new AppError('CONFLICT', { message: `The address has been changed: it is now ${applicantEmail}.` })
    if (email === applicantEmail) throw invalid('email', 'The application already has this address')
    if (again.some((letter) => letter !== 'withdrawn')) refuseEnded(application, 'no letter can be sent again')
    return [readdress(application, email, await desk.outbox.forApplication(id), again, actNow(desk, by))]
  })

/** Queues a message, once for all repeats with the same idempotency key. @throws AppError RECORD_NOT_FOUND; 422 when a repeat has another text */
async function write(
  desk: Desk,
  id: string,
  message: Written,
  idempotencyKey: string | undefined,
  by: string,
): Promise<HeldResponse> {
  const { applications, outbox, now, poke } = desk
  const held = await withLetterHold(desk)
  const key = messageKey(id, idempotencyKey ?? newId(now()))
  return untilNotStale(async () => {
    const application = await readApplication(applications, id)
    // Read after the application, so that any change between the two reads makes the save stale.
    const earlier = findMessage(key, await outbox.forApplication(id))
    if (earlier !== undefined && (earlier.payload.subject !== message.subject || earlier.payload.text !== message.text))
      throw new AppError('FORM_VALIDATION_FAILED', {
        status: 422,
        message: 'An earlier version of this message was already accepted: the history shows it.',
      })
    if (earlier === undefined) refuseEnded(application, 'no message can be sent')
    const change = writeMessage(application, message, key, { by, at: now(), delivery: held })
    if (earlier === undefined && (await applications.save(change)) === 'stale') return 'stale'
    poke()
    // The index of the message's history entry is its revision, which an undo needs.
    const entries = await applications.history(id)
    const revision = entries.findIndex(({ event }) => event.what === 'written' && event.key === key)
    const { undoFor, ...wait } = waiting(held, now())
    const left = earlier === undefined ? undoFor : Math.min(undoFor, (earlier.dueAt.getTime() - now().getTime()) / second)
    return { success: true, revision, undoFor: Math.max(0, Math.ceil(left)), ...wait }
  })
}

/** The applicant's address, messages written by hand, and the specification's mail call. */
export const correspondenceRoutes = ({ sendMessage, replies, ...desk }: Correspondence): Routes =>
  new Routes('admin')
    .on(routes.correctAddress, async (context) => {
      const address = readAddress(desk, await readObject(context))
      const application = await correctAddress(desk, context.req.param('id'), address, actorOf(context))
      return applicationResponse(desk, application)
    })
    .on(routes.writeMessage, async (context) => {
      const message = readWritten(await readObject(context))
      const key = readKey(context.req.header('idempotency-key'))
      return write(desk, context.req.param('id'), message, key, actorOf(context))
    })
    .on(routes.replies, () => ({ replies }))
    .on(routes.mail, async (context) => {
      const { to, subject, html } = readMail(await readObject(context))
      const { id } = await sendMessage(to, subject, html)
      return { id }
    })
