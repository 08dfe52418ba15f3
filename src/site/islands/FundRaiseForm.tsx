import { fundRaise } from '../../forms/definitions/fund-raise.ts'
import { FormPlace, type PageData, starter } from './FormPlace.tsx'

export const FundRaiseForm = (data: PageData) => <FormPlace form={fundRaise} data={data} />

export const start = starter(fundRaise)
