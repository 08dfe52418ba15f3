import { ApplicationForm } from '../../form-view/ApplicationForm.tsx'
import { investor } from '../../forms/definitions/investor.ts'

export const InvestorForm = () => <ApplicationForm form={investor} />
