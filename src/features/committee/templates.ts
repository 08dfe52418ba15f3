import { commonPlaceholders, type TemplateRule } from '../../server/mail/messages/fill.ts'

/** The mail with the link of a member. */
export const templates: Readonly<Record<string, TemplateRule>> = {
  committee: {
    may: [...commonPlaceholders, 'memberName', 'title', 'count', 'until', 'committeeLink'],
    must: ['until', 'committeeLink'],
  },
}
