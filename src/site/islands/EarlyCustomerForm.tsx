import { ApplicationForm } from '../../form-view/ApplicationForm.tsx'
import { earlyCustomer } from '../../forms/definitions/early-customer.ts'

export const EarlyCustomerForm = () => <ApplicationForm form={earlyCustomer} />
