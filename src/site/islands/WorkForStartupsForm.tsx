import { workForStartups } from '../../forms/definitions/work-for-startups.ts'
import { FormPlace, type PageData, starter } from './FormPlace.tsx'

export const WorkForStartupsForm = (data: PageData) => <FormPlace form={workForStartups} data={data} />

export const start = starter(workForStartups)
