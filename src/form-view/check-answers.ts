import type { Faults, Form } from '../forms/form.ts'
import { inOrder } from '../forms/form.ts'
import { validate } from '../forms/views/validate.ts'
import { completeUrlIn } from './complete-url.ts'
import { controlsOf, readAnswers } from './form-dom.ts'

/**
 * What the browser itself says of a question, in its own words; empty when it has nothing to say. What it says of an e-mail address that
 * the definition takes is passed over: browsers know no letters but Latin ones before the at sign.
 */
const browserSays = (element: HTMLFormElement, name: string, taken: boolean): string =>
  controlsOf(element, name).find(
    ({ willValidate, validity, type }) =>
      willValidate && !validity.valid && !(taken && type === 'email' && validity.typeMismatch),
  )?.validationMessage ?? ''

/**
 * What stands in the way of sending, by field, in the form's order; empty when nothing does. The definition decides. In a form whose
 * messages are the browser's, what the browser finds is said in its words.
 */
export function checkAnswers(form: Form, element: HTMLFormElement): Faults {
  for (const [name] of inOrder(form)) for (const control of controlsOf(element, name)) completeUrlIn(control)
  const checked = validate(form, readAnswers(form, element))
  const ours: Faults = checked.ok ? {} : checked.fault
  const faults: Record<string, string> = {}
  for (const [name] of inOrder(form)) {
    const fault = (form.messages === 'browser' && browserSays(element, name, ours[name] === undefined)) || ours[name]
    if (fault !== undefined) faults[name] = fault
  }
  return faults
}
