import { startupStudio } from '../../forms/definitions/startup-studio.ts'
import { formIsland, startOf } from './form-island.tsx'

export const StartupStudioForm = formIsland(() => startupStudio)

export const start = startOf(startupStudio)
