import { ApplicationForm, type Standing } from '../../form-view/ApplicationForm.tsx'
import { fundRaise } from '../../forms/definitions/fund-raise.ts'

export const FundRaiseForm = ({ notice }: Standing) => <ApplicationForm form={fundRaise} notice={notice} />
