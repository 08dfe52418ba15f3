import { contact } from '../../forms/definitions/contact.ts'
import { formIsland, startOf } from './form-island.tsx'

export const ContactForm = formIsland(() => contact)

export const start = startOf(contact)
