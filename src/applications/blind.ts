import type { Form } from '../forms/form.ts'
import { anonymousAnswers } from '../forms/views/without-contact.ts'
import { type FormType, readFormType } from '../shared/form-types.ts'
import { reference } from '../shared/ids.ts'
import { isObject } from '../shared/json.ts'
import type { Application } from './application.ts'

/** The blind pass: until an application of these forms is decided, the desk does not say who sent it. */
export interface Blind {
  readonly forms: readonly FormType[]
  /** The ids of those whose identity the reviewer had shown before the decision. */
  readonly shown: readonly string[]
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : []

/** Reads the stored setting; what it does not say hides nothing. */
export function readBlind(value: unknown): Blind {
  const { forms, shown } = isObject(value) ? value : {}
  return { forms: texts(forms).flatMap((form) => readFormType(form) ?? []), shown: texts(shown) }
}

/** Whether the desk does not say who sent an application. One whose review is ended keeps its status. */
export const isHidden = (
  { forms, shown }: Blind,
  { id, formType, status }: Pick<Application, 'id' | 'formType' | 'status'>,
): boolean => status === 'pending' && forms.includes(formType) && !shown.includes(id)

/** An application without what says who sent it; its reference is in place of the name. */
export const anonymous = (application: Application, form: Form): Application => ({
  ...application,
  applicantName: reference(application.id),
  applicantEmail: '',
  companyName: '',
  answers: anonymousAnswers(form, application.answers),
  requests: application.requests.map(({ answer, ...request }) => ({
    ...request,
    ...(answer !== undefined && { answer: { at: answer.at, text: answer.text } }),
  })),
  ip: '',
  origin: null,
})

/** An event without what says who it is: addresses, files, reasons of the applicant, the subjects of messages. An unknown event has only its name. */
export function anonymousEvent({ what, ...more }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const keys =
    {
      submitted: ['late', 'inTime'],
      released: [],
      moved: ['from', 'to', 'letter', 'reopens', 'heldUntil', 'reason', 'sentence', 'double'],
      delayed: ['from', 'until', 'sentence'],
      letter_edited: ['letter', 'reason', 'sentence'],
      noted: ['from', 'to'],
      meeting_set: ['from', 'to', 'letter'],
      starred: ['from', 'to'],
      scored: ['criterion', 'name', 'from', 'to'],
      answers_changed: ['fields'],
      requested: ['text', 'kind', 'day'],
      request_answered: ['request'],
      request_closed: ['request'],
      undone: ['undid', 'criterion', 'name', 'from', 'to', 'text', 'double'],
    }[String(what)] ?? []
  return { what, ...Object.fromEntries(keys.filter((key) => Object.hasOwn(more, key)).map((key) => [key, more[key]])) }
}
