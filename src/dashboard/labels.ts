import type { FormType } from '../shared/form-types.ts'

/** What the desk calls each form: in the list, the filter, the head of an application. */
export const formNames: Readonly<Record<FormType, string>> = {
  Accelerator: 'Accelerator',
  StartupStudio: 'Startup Studio',
  FundRaise: 'Fund Raise',
  AccelerationAsService: 'Acceleration as a Service',
  ServiceProvider: 'Service Provider',
  WorkForStartups: 'Work for Startups',
  EarlyCustomer: 'Early Customer',
  Contact: 'Contact',
  Investor: 'Investor',
}
