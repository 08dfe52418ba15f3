import { investor } from '../../forms/definitions/investor.ts'
import { FormIsland, type PageData, startOf } from './FormIsland.tsx'

export const InvestorForm = (data: PageData) => <FormIsland form={investor} data={data} />

export const start = startOf(investor)
