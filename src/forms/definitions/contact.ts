import { alerts } from '../../shared/alerts.ts'
import { email } from '../fields/email.ts'
import { tel, text, textarea } from '../fields/text.ts'
import { defineForm } from '../form.ts'

/** A message from anyone: 5 questions (specification, section 3). */
export const contact = defineForm({
  type: 'Contact',
  path: '/contact',
  anchor: 'contact',
  title: 'Contact message',
  sheet: 'Contact',
  sections: [
    {
      title: 'You',
      readerTitle: 'Sender',
      fields: {
        name: text('Name', { limit: 200, input: { autocomplete: 'name' } }),
        email: email('Email', { hint: 'Our reply goes to this address.' }),
        phone: tel('Phone', { required: false, hint: 'If you’d rather get a call.' }),
      },
    },
    {
      title: 'Your message',
      readerTitle: 'Message',
      fields: {
        subject: text('Subject', { limit: 300 }),
        message: textarea('Message', { rows: 5 }),
      },
    },
  ],
  applicant: { name: ['name'], email: 'email' },
  texts: {
    submit: 'Send message',
    submitting: 'Sending Message...',
    success: 'Application Submitted Successfully!',
    again: 'Send Another Message',
    next: ['A person reads your message, not a machine.', 'We reply {promise}, to the address you gave.'],
  },
  messages: 'browser',
  onFailure: { kind: 'stay', alert: alerts.message },
  duplicates: 'within_a_day',
  confirmation: false,
})
