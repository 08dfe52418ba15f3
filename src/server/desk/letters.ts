import { paths, patterns } from '../../api/paths.ts'
import type { LetterReply, LettersReply } from '../../api/replies.ts'
import type { Application } from '../../applications/application.ts'
import { isLetterName, type Topics } from '../../applications/outbox.ts'
import { addressAt } from '../../applications/readdress.ts'
import type { Forms } from '../../forms/definitions/all.ts'
import type { Form } from '../../forms/form.ts'
import { AppError } from '../../shared/errors.ts'
import { Routes } from '../http/routes.ts'
import type { Message } from '../mail/port.ts'
import type { Applications } from '../storage/applications-port.ts'
import type { Outbox } from '../storage/outbox-port.ts'
import { readApplication } from './desk.ts'

export interface Letters {
  readonly applications: Pick<Applications, 'byId' | 'history'>
  readonly outbox: Pick<Outbox, 'forApplication'>
  readonly forms: Forms
  /** Composes a letter as the outbox will; the id stands in no reader's sight. */
  compose(letter: Topics['mail.letter'], application: Application, form: Form, id: string): Message
  /** Every message that the product sends, made out to an invented applicant. */
  previews(): readonly { readonly name: string; readonly message: Message }[]
}

const shown = ({ to, subject, html, text }: Message): LetterReply['letter'] => ({ to, subject, html, text })

/** The admin's look at letters before they go, and after. They stand behind `adminOnly`. */
export function letterRoutes({ applications, outbox, forms, compose, previews }: Letters): Routes {
  const app = new Routes('admin')

  /** @throws AppError RECORD_NOT_FOUND for a letter that this form's applicants never get */
  const composed = (letter: Topics['mail.letter'], application: Application): Message => {
    const form = forms[application.formType]
    if (letter.letter === 'confirmation' && !form.confirmation)
      throw new AppError('RECORD_NOT_FOUND', { message: 'This form is not confirmed by a letter.' })
    return compose(letter, application, form, 'preview')
  }

  app.get(patterns.letter, async (context) => {
    const letter = context.req.param('letter')
    if (!isLetterName(letter)) throw new AppError('FORM_VALIDATION_FAILED', { details: { letter: 'There is no such letter' } })
    const application = await readApplication(applications, context.req.param('id'))
    return context.json({
      success: true,
      letter: shown(composed({ letter, applicationId: application.id }, application)),
    } satisfies LetterReply)
  })

  app.get(patterns.message, async (context) => {
    const application = await readApplication(applications, context.req.param('id'))
    const entry = (await outbox.forApplication(application.id)).find(({ id }) => id === context.req.param('message'))
    if (entry?.topic !== 'mail.letter') throw new AppError('RECORD_NOT_FOUND', { message: 'There is no such message.' })
    // A letter that is out went to the address of that day.
    const to =
      entry.sentAt === null
        ? application.applicantEmail
        : addressAt(application.applicantEmail, await applications.history(application.id), entry.sentAt)
    const message = composed(entry.payload, { ...application, applicantEmail: to })
    return context.json({ success: true, letter: shown(message) } satisfies LetterReply)
  })

  app.get(paths.letters, (context) =>
    context.json({
      success: true,
      letters: previews().map(({ name, message }) => ({ name, ...shown(message) })),
    } satisfies LettersReply),
  )

  return app
}
