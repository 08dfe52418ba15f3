import { fundRaise } from '../../forms/definitions/fund-raise.ts'
import { formIsland, startOf } from './form-island.tsx'

export const FundRaiseForm = formIsland(() => fundRaise)

export const start = startOf(fundRaise)
