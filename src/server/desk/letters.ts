import type { LetterResponse } from '../../api/letter-responses.ts'
import { routes } from '../../api/routes.ts'
import type { Application } from '../../applications/application.ts'
import { addressAt } from '../../applications/history.ts'
import { contentOf } from '../../applications/letter-content.ts'
import { cancelledMeeting } from '../../applications/moves.ts'
import { additionOf, isLetterName, type Topics } from '../../applications/outbox.ts'
import type { Form } from '../../forms/form.ts'
import { dayOf } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { readApplication } from '../changes/save-changes.ts'
import type { FormVersions } from '../forms/versions.ts'
import { readObject } from '../http/body.ts'
import { invalid, refuseFaults } from '../http/faults.ts'
import { Routes } from '../http/routes.ts'
import type { Preview } from '../mail/messages/preview.ts'
import type { Message } from '../mail/port.ts'
import type { Applications } from '../records/applications/port.ts'
import type { Outbox } from '../records/outbox/port.ts'
import { readWording, withReasonText } from './decisions.ts'
import type { Desk } from './desk.ts'
import { readRequest } from './requests.ts'

export interface Letters {
  readonly applications: Pick<Applications, 'byId' | 'history'>
  readonly outbox: Pick<Outbox, 'forApplication'>
  readonly formVersions: Pick<FormVersions, 'of'>
  readonly reasons: Desk['reasons']
  readonly delayed: Desk['delayed']
  now(): Date
  /** Composes a letter in the same way as the outbox. The id is not visible in the letter. */
  compose(letter: Topics['mail.letter'], application: Application, form: Form, id: string): Promise<Message>
  /** A feature's letter, in the same way. */
  show(letter: Topics['mail.other']): Promise<Message | undefined>
  /** Every mail that the product sends, for an invented applicant. */
  previews(): readonly Preview[]
}

const shown = ({ to, subject, html, text }: Message): LetterResponse['letter'] => ({ to, subject, html, text })

/** @throws AppError RECORD_NOT_FOUND for a confirmation when the form sends none */
async function composed(
  { formVersions, compose }: Letters,
  letter: Topics['mail.letter'],
  application: Application,
): Promise<Message> {
  const form = await formVersions.of(application)
  if (letter.letter === 'confirmation' && !form.confirmation)
    throw new AppError('RECORD_NOT_FOUND', { message: 'This form is not confirmed by a letter.' })
  return compose(letter, application, form, 'preview')
}

/** The reasons that a rejection letter may give; none for other letters. */
const reasonsOf = ({ reasons }: Letters, letter: string, { formType }: Application): LetterResponse['reasons'] =>
  letter.endsWith('rejection') ? reasons(formType).map(({ id, name, text: words }) => ({ id, name, text: words })) : []

/** The letter that a decision would send now, with the reviewer's reason and sentence. @throws AppError FORM_VALIDATION_FAILED; RECORD_NOT_FOUND */
async function preview(
  parts: Letters,
  id: string,
  letter: string,
  body: Readonly<Record<string, unknown>>,
): Promise<LetterResponse> {
  const { applications, outbox, reasons, delayed, now } = parts
  const faults: Record<string, string> = {}
  if (!isLetterName(letter)) throw invalid('letter', 'Unknown letter')
  const requested = readWording(body, letter.endsWith('rejection') ? 'rejected' : letter, faults)
  refuseFaults(faults)
  const application = await readApplication(applications, id)
  const meeting = letter.endsWith('rejection') ? cancelledMeeting(application, await outbox.forApplication(id), now()) : undefined
  const inserted = {
    ...additionOf(withReasonText(requested, reasons, application.formType)),
    ...(meeting !== undefined && { meeting }),
    ...(letter === 'delay' && { until: delayed(application.dueAt, now()).toISOString() }),
  }
  const message = await composed(parts, { letter, applicationId: application.id, ...inserted }, application)
  return { success: true, letter: shown(message), reasons: reasonsOf(parts, letter, application) }
}

/** The letter that a request would send. @throws AppError FORM_VALIDATION_FAILED; RECORD_NOT_FOUND */
async function requestPreview(parts: Letters, id: string, body: Readonly<Record<string, unknown>>): Promise<LetterResponse> {
  const at = parts.now()
  const request = readRequest(body, dayOf(at))
  const application = await readApplication(parts.applications, id)
  const made = { ...request, id: 0, at: at.toISOString(), status: application.status, due: application.dueAt.toISOString() }
  const message = await composed(
    parts,
    { letter: 'request', applicationId: id, sentence: request.text, request: made.id },
    { ...application, requests: [made] },
  )
  return { success: true, letter: shown(message), reasons: [] }
}

/** A waiting or sent letter, with its recipient. @throws AppError RECORD_NOT_FOUND */
async function message(parts: Letters, id: string, messageId: string): Promise<LetterResponse> {
  const { applications, outbox } = parts
  const application = await readApplication(applications, id)
  const entry = (await outbox.forApplication(id)).find((candidate) => candidate.id === messageId)
  const ofFeature = entry?.topic === 'mail.other' ? await parts.show(entry.payload) : undefined
  if (ofFeature !== undefined) return { success: true, letter: shown(ofFeature), reasons: [] }
  if (entry?.topic !== 'mail.letter') throw new AppError('RECORD_NOT_FOUND', { message: 'This message does not exist.' })
  const history = await applications.history(id)
  // A sent letter went to the address that the applicant had then.
  const to = entry.sentAt === null ? application.applicantEmail : addressAt(application.applicantEmail, history, entry.sentAt)
  const letter = shown(await composed(parts, contentOf(entry, history), { ...application, applicantEmail: to }))
  return { success: true, letter, reasons: reasonsOf(parts, entry.payload.letter, application) }
}

export const letterRoutes = (parts: Letters): Routes =>
  new Routes('admin')
    .on(routes.letter, async (context) => {
      const { id, letter } = context.req.param()
      const body = await readObject(context)
      if (letter === 'request' && body.text !== undefined) return requestPreview(parts, id, body)
      return preview(parts, id, letter, { reason: body.reason, sentence: body.sentence })
    })
    .on(routes.message, (context) => message(parts, context.req.param('id'), context.req.param('message')))
    .on(routes.letters, () => {
      const letters = parts.previews().map(({ message: sample, ...named }) => ({ ...named, ...shown(sample) }))
      return { letters }
    })
