import { ApplicationForm } from '../../form-view/ApplicationForm.tsx'
import { fundRaise } from '../../forms/definitions/fund-raise.ts'

export const FundRaiseForm = () => <ApplicationForm form={fundRaise} />
