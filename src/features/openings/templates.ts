import { commonPlaceholders, type TemplateRule } from '../../server/mail/messages/fill.ts'

/** The mail that asks to confirm an address, and the letter that a cohort is open. */
export const templates: Readonly<Record<string, TemplateRule>> = {
  opening_link: { may: [...commonPlaceholders, 'openingLink', 'days'], must: ['openingLink', 'days'], toOthers: true },
  opening: {
    may: [...commonPlaceholders, 'cohort', 'deadline', 'formUrl', 'openingLink'],
    must: ['cohort', 'formUrl', 'openingLink'],
    toOthers: true,
  },
}
