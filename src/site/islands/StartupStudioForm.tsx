import { startupStudio } from '../../forms/definitions/startup-studio.ts'
import { FormIsland, type PageData, startOf } from './FormIsland.tsx'

export const StartupStudioForm = (data: PageData) => <FormIsland form={startupStudio} data={data} />

export const start = startOf(startupStudio)
