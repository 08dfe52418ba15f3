import { earlyCustomer } from '../../forms/definitions/early-customer.ts'
import { formIsland, startOf } from './form-island.tsx'

export const EarlyCustomerForm = formIsland(() => earlyCustomer)

export const start = startOf(earlyCustomer)
