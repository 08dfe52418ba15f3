import { ApplicationForm, type Standing } from '../../form-view/ApplicationForm.tsx'
import { investor } from '../../forms/definitions/investor.ts'

export const InvestorForm = ({ notice }: Standing) => <ApplicationForm form={investor} notice={notice} />
