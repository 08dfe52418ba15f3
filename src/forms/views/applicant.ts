import type { Answers, Form } from '../form.ts'

/** The applicant, in the fields that all forms share. Each is one line, trimmed. */
interface Applicant {
  readonly name: string
  readonly email: string
  /** Empty if the form has no such field, or it has no answer. */
  readonly company: string
}

/**
 * A line break in a name would start a new header in a mail, and a new row in a list. A bidirectional control character would reverse the text
 * after it, even a status. Joiners stay, because Indic scripts and emoji need them.
 */
const oneLine = (text: string): string =>
  text
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
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
