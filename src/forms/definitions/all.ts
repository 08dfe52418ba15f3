import { type FormType, formTypes } from '../../shared/form-types.ts'
import { editedForm, type FormsEdits } from '../edits.ts'
import { type Form, type Forms, withPromise } from '../form.ts'
import type { Choices } from './choices.ts'

/** Each file exports one definition, or a function that makes it of the choices. */
type Definition = Form | ((choices: Choices) => Form)

const definitions = Object.values(
  import.meta.glob<Readonly<Record<string, Definition>>>(['./*.ts', '!./choices.ts'], { eager: true }),
).flatMap((module) => Object.values(module))

/**
 * All forms, by type.
 * @param promises when we answer the applicants of each form, e.g. `within 1 week`; without them, do not show texts of a form
 * @param edits what differs from the definitions
 */
export function allForms(choices: Choices, promises?: Readonly<Record<FormType, string>>, edits: FormsEdits = {}): Forms {
  const forms = definitions.map((definition) => (typeof definition === 'function' ? definition(choices) : definition))
  const current = (form: Form): Form => {
    const edited = editedForm(form, edits[form.type])
    return promises === undefined ? edited : withPromise(edited, promises[form.type])
  }
  const formOf = (type: FormType): Form => {
    const form = forms.find((defined) => defined.type === type)
    if (form === undefined) throw new Error(`src/forms/definitions has no form ${type}`)
    return current(form)
  }
  return Object.fromEntries(formTypes.map((type) => [type, formOf(type)])) as unknown as Forms
}
