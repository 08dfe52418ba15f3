import { commonPlaceholders, type TemplateRule } from '../../server/mail/messages/fill.ts'

/** The mail with the link of a helper. */
export const templates: Readonly<Record<string, TemplateRule>> = {
  helper: {
    may: [...commonPlaceholders, 'helperName', 'can', 'until', 'helperLink'],
    must: ['until', 'helperLink'],
    toOthers: true,
  },
}
