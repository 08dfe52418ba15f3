import { cleanText } from '../../shared/clean.ts'
import type { Answers, Form } from '../form.ts'

/** The applicant, in the fields that all forms share. Each is one line, trimmed. */
interface Applicant {
  readonly name: string
  readonly email: string
  /** Empty if the form has no such field, or it has no answer. */
  readonly company: string
}

/** A line break in a name would start a new header in a mail, and a new row in a list. Answers of old forms may not be cleaned yet. */
const oneLine = (text: string): string =>
  cleanText(text)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()

const textOf = (answers: Answers, name: string | undefined): string => {
  const value = name === undefined ? '' : answers[name]
  return typeof value === 'string' ? oneLine(value) : ''
}

/** The applicant of a submission, from the fields that its form names. */
export const applicant = (form: Form, answers: Answers): Applicant => ({
  name: form.applicant.name
    .map((name) => textOf(answers, name))
    .filter((part) => part !== '')
    .join(' '),
  email: textOf(answers, form.applicant.email),
  company: textOf(answers, form.applicant.company),
})
