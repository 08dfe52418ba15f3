import { commonPlaceholders, type TemplateRule } from '../../server/mail/messages/fill.ts'

/** The reminder to choose a time. */
export const templates: Readonly<Record<string, TemplateRule>> = {
  meeting_choice: {
    may: [...commonPlaceholders, 'applicantName', 'formTitle', 'reference', 'privateLink'],
    must: ['applicantName', 'privateLink'],
  },
}
