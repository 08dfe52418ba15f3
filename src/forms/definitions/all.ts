import type { FormType } from '../../shared/form-types.ts'
import type { Form } from '../form.ts'
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

/** Every form there is, by type. */
export const allForms = (choices: Choices): Forms => ({
  Accelerator: accelerator(choices),
  StartupStudio: startupStudio,
  FundRaise: fundRaise,
  AccelerationAsService: accelerationAsService,
  ServiceProvider: serviceProvider,
  WorkForStartups: workForStartups,
  EarlyCustomer: earlyCustomer,
  Contact: contact,
  Investor: investor,
})
