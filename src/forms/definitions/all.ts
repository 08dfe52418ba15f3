import type { FormType } from '../../shared/form-types.ts'
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
 */
export function allForms(choices: Choices, promises?: Readonly<Record<FormType, string>>): Forms {
  const forms: Forms = {
    Accelerator: accelerator(choices),
    StartupStudio: startupStudio,
    FundRaise: fundRaise,
    AccelerationAsService: accelerationAsService,
    ServiceProvider: serviceProvider,
    WorkForStartups: workForStartups,
    EarlyCustomer: earlyCustomer,
    Contact: contact,
    Investor: investor,
  }
  if (promises === undefined) return forms
  return Object.fromEntries(
    Object.values(forms).map((form) => [form.type, withPromise(form, promises[form.type])]),
  ) as unknown as Forms
}
