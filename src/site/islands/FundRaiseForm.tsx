import { fundRaise } from '../../forms/definitions/fund-raise.ts'
import { FormIsland, type PageData, startOf } from './FormIsland.tsx'

export const FundRaiseForm = (data: PageData) => <FormIsland form={fundRaise} data={data} />

export const start = startOf(fundRaise)
