import { earlyCustomer } from '../../forms/definitions/early-customer.ts'
import { FormPlace, type PageData, starter } from './FormPlace.tsx'

export const EarlyCustomerForm = (data: PageData) => <FormPlace form={earlyCustomer} data={data} />

export const start = starter(earlyCustomer)
