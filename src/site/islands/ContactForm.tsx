import { ApplicationForm, type Standing } from '../../form-view/ApplicationForm.tsx'
import { contact } from '../../forms/definitions/contact.ts'

export const ContactForm = ({ notice }: Standing) => <ApplicationForm form={contact} notice={notice} />
