import type { Answers, Form } from '../form.ts'

/** Who applies, by the names that every form shares. */
export interface Applicant {
  readonly name: string
  readonly email: string
  /** Empty where the form asks for none, or none was given. */
  readonly company: string
}

const said = (answers: Answers, name: string | undefined): string => {
  const value = name === undefined ? '' : answers[name]
  return typeof value === 'string' ? value.trim() : ''
}

export const applicant = (form: Form, answers: Answers): Applicant => ({
  name: form.applicant.name
    .map((name) => said(answers, name))
    .filter((part) => part !== '')
    .join(' '),
  email: said(answers, form.applicant.email),
  company: said(answers, form.applicant.company),
})
