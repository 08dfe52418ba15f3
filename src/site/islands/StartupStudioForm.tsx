import { ApplicationForm } from '../../form-view/ApplicationForm.tsx'
import { startupStudio } from '../../forms/definitions/startup-studio.ts'

export const StartupStudioForm = () => <ApplicationForm form={startupStudio} />
