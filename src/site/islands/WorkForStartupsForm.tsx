import { workForStartups } from '../../forms/definitions/work-for-startups.ts'
import { FormIsland, type PageData, startOf } from './FormIsland.tsx'

export const WorkForStartupsForm = (data: PageData) => <FormIsland form={workForStartups} data={data} />

export const start = startOf(workForStartups)
