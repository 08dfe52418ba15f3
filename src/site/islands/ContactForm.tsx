import { ApplicationForm } from '../../form-view/ApplicationForm.tsx'
import { contact } from '../../forms/definitions/contact.ts'

export const ContactForm = () => <ApplicationForm form={contact} />
