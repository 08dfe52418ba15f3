import type { FormType } from '../../shared/form-types.ts'
import { editedForm, type FormsEdits } from '../edits.ts'
import { type Form, withPromise } from '../form.ts'
import { accelerationAsService } from './acceleration-as-service.ts'
import { accelerator } from './accelerator.ts'
import type { Choices } from './choices.ts'
import { contact } from './contact.ts'
import { earlyCustomer } from './early-customer.ts'
import { fundRaise } from './fund-raise.ts'
import { investor } from './investor.ts'
import { serviceProvider } from './service-provider.ts'
import { startupStudio } from './startup-studio.ts'
import { workForStartups } from './work-for-startups.ts'

export type Forms = Readonly<Record<FormType, Form>>

/**
 * All forms, by type.
 * @param promises when we answer the applicants of each form, e.g. `within 1 week`; without them, do not show texts of a form
 * @param edits what differs from the definitions
 */
export function allForms(choices: Choices, promises?: Readonly<Record<FormType, string>>, edits: FormsEdits = {}): Forms {
  const forms: readonly Form[] = [
    accelerator(choices),
    startupStudio,
    fundRaise,
    accelerationAsService,
    serviceProvider,
    workForStartups,
    earlyCustomer,
    contact,
    investor,
  ]
  const current = (form: Form): Form => {
    const edited = editedForm(form, edits[form.type])
    return promises === undefined ? edited : withPromise(edited, promises[form.type])
  }
  return Object.fromEntries(forms.map((form) => [form.type, current(form)])) as unknown as Forms
}
