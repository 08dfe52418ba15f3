import { investor } from '../../forms/definitions/investor.ts'
import { formIsland, startOf } from './form-island.tsx'

export const InvestorForm = formIsland(() => investor)

export const start = startOf(investor)
