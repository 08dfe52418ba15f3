import type { Application, Status } from '../../applications/application.ts'
import type { Handlers, Letter, Outcome } from '../../applications/outbox.ts'
import type { Forms } from '../../forms/definitions/all.ts'
import type { Form } from '../../forms/form.ts'
import { AppError } from '../../shared/errors.ts'
import { type Mailer, MailFault, type Message } from '../mail/port.ts'
import { type Sheet, SheetFault } from '../sheets/port.ts'
import type { Applications } from '../storage/port.ts'

export interface HandlerParts {
  readonly applications: Pick<Applications, 'byId'>
  readonly forms: Forms
  readonly mailer: Mailer
  /** Composes a letter; the id is the outbox entry's. */
  readonly compose: (letter: Letter, application: Application, form: Form, id: string) => Message
  /** Undefined where nothing is mirrored: rows that were queued before wait until a spreadsheet is set again. */
  readonly sheet: Sheet | undefined
}

const sent: Outcome = { kind: 'sent' }

/** Which status each decision's letter tells of: a letter that has been overtaken by another decision is not sent. */
const tells: Readonly<Record<Letter, Status | undefined>> = {
  confirmation: undefined,
  approval: 'approved',
  pitch_invitation: 'pitch',
  rejection: 'rejected',
  after_meeting_rejection: 'rejected',
}

/** What the outbox does with each topic. An application that is gone has nothing to send. */
export const createHandlers = ({ applications, forms, mailer, compose, sheet }: HandlerParts): Handlers => ({
  async 'mail.letter'({ letter, applicationId }, entry) {
    const application = await applications.byId(applicationId)
    if (application === undefined) return sent
    const status = tells[letter]
    if (status !== undefined && application.status !== status)
      return {
        kind: 'refused',
        fault: `Not sent: the application is ${application.status} by now, and the letter says ${status}`,
      }
    try {
      await mailer.send(compose(letter, application, forms[application.formType], entry.id))
      return sent
    } catch (error) {
      if (error instanceof MailFault) return { kind: error.permanent ? 'refused' : 'failed', fault: error.says }
      if (error instanceof AppError && error.code === 'EMAIL_TEMPLATE_NOT_FOUND')
        return { kind: 'failed', fault: `EMAIL_TEMPLATE_NOT_FOUND: content/mail/${letter}.yaml` }
      throw error
    }
  },

  async 'sheet.row'({ applicationId }) {
    const application = await applications.byId(applicationId)
    if (application === undefined) return sent
    if (sheet === undefined) return { kind: 'failed', fault: 'SHEET_URL is not set' }
    try {
      await sheet.append(application, forms[application.formType])
      return sent
    } catch (error) {
      if (error instanceof SheetFault) return { kind: 'failed', fault: error.says }
      throw error
    }
  },
})
