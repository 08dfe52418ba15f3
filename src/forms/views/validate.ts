import { fail, ok, type Result } from '../../shared/result.ts'
import { translate } from '../../shared/translate.ts'
import { type Answers, type Faults, type Fields, type Form, hasOwn, inOrder, isRequired } from '../form.ts'

/** The message for a required field without an answer (specification, section 5). */
export const missing = (label: string): string => translate`${label} is required`

/**
 * Parses raw answers with the form's definition.
 * @returns every field's value, or all faults by field name. Unknown names are ignored.
 */
export function validate<F extends Fields>(form: Form<F>, raw: Readonly<Record<string, unknown>>): Result<Answers<F>, Faults> {
  const answers: Record<string, unknown> = {}
  const faults: Record<string, string> = {}
  for (const [name, field] of inOrder(form)) {
    const parsed = field.parse(hasOwn(raw, name) ? raw[name] : undefined)
    if (parsed.ok) answers[name] = parsed.value
    else {
      answers[name] = field.blank
      faults[name] = parsed.fault
    }
  }
  for (const [name, field] of inOrder(form))
    if (!hasOwn(faults, name) && isRequired(field, answers) && field.isBlank(answers[name])) faults[name] = missing(field.label)
  return Object.keys(faults).length === 0 ? ok(answers as Answers<F>) : fail(faults)
}
