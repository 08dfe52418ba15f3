import { ApplicationForm, type Standing } from '../../form-view/ApplicationForm.tsx'
import { workForStartups } from '../../forms/definitions/work-for-startups.ts'

export const WorkForStartupsForm = ({ notice }: Standing) => <ApplicationForm form={workForStartups} notice={notice} />
