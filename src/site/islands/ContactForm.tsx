import { contact } from '../../forms/definitions/contact.ts'
import { FormIsland, type PageData, startOf } from './FormIsland.tsx'

export const ContactForm = (data: PageData) => <FormIsland form={contact} data={data} />

export const start = startOf(contact)
