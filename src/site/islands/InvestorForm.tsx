import { investor } from '../../forms/definitions/investor.ts'
import { FormPlace, type PageData, starter } from './FormPlace.tsx'

export const InvestorForm = (data: PageData) => <FormPlace form={investor} data={data} />

export const start = starter(investor)
