import { ApplicationForm, type Standing } from '../../form-view/ApplicationForm.tsx'
import { startupStudio } from '../../forms/definitions/startup-studio.ts'

export const StartupStudioForm = ({ notice }: Standing) => <ApplicationForm form={startupStudio} notice={notice} />
