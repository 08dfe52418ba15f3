import { contact } from '../../forms/definitions/contact.ts'
import { FormPlace, type PageData, starter } from './FormPlace.tsx'

export const ContactForm = (data: PageData) => <FormPlace form={contact} data={data} />

export const start = starter(contact)
