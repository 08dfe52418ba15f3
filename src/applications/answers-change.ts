import type { Answers, Form } from '../forms/form.ts'
import { applicant } from '../forms/views/applicant.ts'
import { changedAnswers } from '../forms/views/as-text.ts'
import { type Application, isInReview, type Stated } from './application.ts'
import type { HistoryEntry } from './history.ts'
import type { Change } from './moves.ts'
import type { OutboxEntry } from './outbox.ts'
import type { Act } from './outgoing/change.ts'
import { outgoing } from './outgoing/outgoing.ts'
import type { Progress } from './progress.ts'

/**
 * Whether the applicant can change the answers. It depends only on what the applicant knows, so that it does not reveal a decision before its letter.
 * @param isClosed whether the grace of the chosen cohort is over
 */
export const mayChangeAnswers = (application: Stated, { status }: Pick<Progress, 'status'>, isClosed: boolean): boolean =>
  isInReview(application) && status === 'pending' && !isClosed

/** New answers of an applicant, to the current form version. */
interface NewAnswers {
  readonly form: Form
  readonly formVersion: string
  readonly answers: Answers
}

/**
 * The applicant changes the answers. Name and company are updated from them; the e-mail address stays. A letter reports the change.
 * @param quarantined whether the application is in quarantine; then nothing is sent
 */
export function changeAnswers(
  application: Application,
  { form, formVersion, answers }: NewAnswers,
  messages: readonly OutboxEntry[],
  { at, delivery }: Pick<Act, 'at' | 'delivery'>,
  quarantined = false,
): Change {
  const who = applicant(form, answers)
  const fields = changedAnswers(form, application.answers, answers).map(({ name }) => name)
  const entry: HistoryEntry = {
    at,
    by: 'applicant',
    event: { what: 'answers_changed', fields, ...(quarantined && { quarantined }) },
  }
  return {
    application: {
      ...application,
      answers,
      applicantName: who.name,
      companyName: who.company,
      formVersion,
      answersRevision: application.revision + 1,
    },
    entry,
    ...outgoing(application, entry, delivery, { messages }),
  }
}
