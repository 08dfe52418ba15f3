import { ApplicationForm } from '../../form-view/ApplicationForm.tsx'
import { workForStartups } from '../../forms/definitions/work-for-startups.ts'

export const WorkForStartupsForm = () => <ApplicationForm form={workForStartups} />
