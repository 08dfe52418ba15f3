import { earlyCustomer } from '../../forms/definitions/early-customer.ts'
import { FormIsland, type PageData, startOf } from './FormIsland.tsx'

export const EarlyCustomerForm = (data: PageData) => <FormIsland form={earlyCustomer} data={data} />

export const start = startOf(earlyCustomer)
