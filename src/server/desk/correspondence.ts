import { paths, patterns } from '../../api/paths.ts'
import type { ApplicationReply, HeldReply } from '../../api/replies.ts'
import { findMessage, messageKey, writeMessage } from '../../applications/message.ts'
import { isLetterName, type Letter } from '../../applications/outbox.ts'
import { readdress } from '../../applications/readdress.ts'
import { invalidEmail, isEmail } from '../../forms/fields/email.ts'
import { countCharacters } from '../../forms/fields/text.ts'
import { second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { readApplication } from '../applications.ts'
import { readObject } from '../http/body.ts'
import { readKey } from '../http/request.ts'
import { Routes } from '../http/routes.ts'
import { actorOf, applicationReply, type Desk } from './desk.ts'
import { waiting, withLetterHold } from './letter-hold.ts'

/** What changing an address and writing to an applicant need. */
export interface Correspondence extends Desk {
  /** Sends a message of the admin's own at once. @throws AppError EMAIL_SEND_FAILED */
  sendMessage(to: string, subject: string, html: string): Promise<{ readonly id: string }>
}

const longestSubject = 200
const longestText = 50_000

const refuse = (details: Readonly<Record<string, string>>): AppError => new AppError('FORM_VALIDATION_FAILED', { details })

interface Readdressing {
  readonly email: string
  readonly from: string | undefined
  readonly again: readonly Letter[]
}

/** @throws AppError FORM_VALIDATION_FAILED naming what cannot be used */
function readAddress({ email, from, again = [] }: Readonly<Record<string, unknown>>): Readdressing {
  const details: Record<string, string> = {}
  if (typeof email !== 'string' || !isEmail(email.trim())) details.email = invalidEmail
  if (from !== undefined && typeof from !== 'string') details.from = 'The address before must be text'
  if (!Array.isArray(again) || !again.every(isLetterName)) details.again = 'There is no such letter'
  if (Object.keys(details).length > 0) throw refuse(details)
  return { email: String(email).trim(), from: from as string | undefined, again: [...new Set(again as readonly Letter[])] }
}

/** @throws AppError FORM_VALIDATION_FAILED naming what cannot be used */
function readWritten({ subject, text }: Readonly<Record<string, unknown>>): { readonly subject: string; readonly text: string } {
  const details: Record<string, string> = {}
  if (typeof subject !== 'string' || subject.trim() === '') details.subject = 'Subject is required'
  else if (countCharacters(subject) > longestSubject) details.subject = 'The subject can have 200 characters at most'
  if (typeof text !== 'string' || text.trim() === '') details.text = 'Message is required'
  else if (countCharacters(text) > longestText) details.text = 'The message can have 50,000 characters at most'
  if (Object.keys(details).length > 0) throw refuse(details)
  return { subject: String(subject).trim(), text: String(text).replace(/\r\n?/g, '\n').trim() }
}

/** The applicant's address, messages written by hand, and the specification's mail call. */
export function correspondenceRoutes({ sendMessage, ...desk }: Correspondence): Routes {
  const { applications, outbox, delivery, now, poke } = desk
  const app = new Routes('admin')

  app.post(patterns.address, async (context) => {
    const id = context.req.param('id')
    const { email, from, again } = readAddress(await readObject(context.req.raw))
    for (;;) {
      const application = await readApplication(applications, id)
      if (from !== undefined && from !== application.applicantEmail)
        throw new AppError('CONFLICT', {
          message: `The address was changed meanwhile: it is ${application.applicantEmail} now.`,
        })
      if (email === application.applicantEmail) throw refuse({ email: 'This is the address that it has already' })
      const change = readdress(application, email, await outbox.forApplication(id), again, actorOf(context), now(), delivery)
      if ((await applications.save(change)) === 'saved') break
    }
    poke()
    return context.json(applicationReply(desk, await readApplication(applications, id)) satisfies ApplicationReply)
  })

  app.post(patterns.write, async (context) => {
    const id = context.req.param('id')
    const message = readWritten(await readObject(context.req.raw))
    const held = await withLetterHold(desk)
    const key = messageKey(id, readKey(context.req.header('idempotency-key')) ?? newId(now()))
    for (;;) {
      const application = await readApplication(applications, id)
      // Looked for after the application was read: whatever comes in between makes the save stale.
      const earlier = findMessage(key, await outbox.forApplication(id))
      if (earlier !== undefined && (earlier.payload.subject !== message.subject || earlier.payload.text !== message.text))
        throw new AppError('FORM_VALIDATION_FAILED', {
          status: 422,
          message: 'An earlier wording of this message was taken already: the history shows it.',
        })
      const change = writeMessage(application, message, key, actorOf(context), now(), held)
      if (earlier === undefined && (await applications.save(change)) === 'stale') continue
      poke()
      // The place of its entry in the history is the revision that it led to, by which it can be taken back.
      const entries = await applications.history(id)
      const revision = entries.findIndex(({ event }) => event.what === 'written' && event.key === key)
      const { undoFor, ...wait } = waiting(held, now())
      const left = earlier === undefined ? undoFor : Math.min(undoFor, (earlier.dueAt.getTime() - now().getTime()) / second)
      return context.json({ success: true, revision, undoFor: Math.max(0, Math.ceil(left)), ...wait } satisfies HeldReply)
    }
  })

  app.post(paths.mail, async (context) => {
    const { to, subject, html } = await readObject(context.req.raw)
    const details: Record<string, string> = {}
    if (typeof to !== 'string' || !isEmail(to.trim())) details.to = 'Please enter a valid email address'
    if (typeof subject !== 'string' || subject.trim() === '') details.subject = 'Subject is required'
    if (typeof html !== 'string' || html.trim() === '') details.html = 'Message is required'
    if (Object.keys(details).length > 0) throw refuse(details)
    const sent = await sendMessage(String(to).trim(), String(subject), String(html))
    return context.json({ success: true, id: sent.id })
  })

  return app
}
