import { workForStartups } from '../../forms/definitions/work-for-startups.ts'
import { formIsland, startOf } from './form-island.tsx'

export const WorkForStartupsForm = formIsland(() => workForStartups)

export const start = startOf(workForStartups)
