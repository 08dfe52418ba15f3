import { startupStudio } from '../../forms/definitions/startup-studio.ts'
import { FormPlace, type PageData, starter } from './FormPlace.tsx'

export const StartupStudioForm = (data: PageData) => <FormPlace form={startupStudio} data={data} />

export const start = starter(startupStudio)
