import { ApplicationForm, type Standing } from '../../form-view/ApplicationForm.tsx'
import { earlyCustomer } from '../../forms/definitions/early-customer.ts'

export const EarlyCustomerForm = ({ notice }: Standing) => <ApplicationForm form={earlyCustomer} notice={notice} />
