import { commonPlaceholders, type TemplateRule } from '../../server/mail/messages/fill.ts'

const may = [...commonPlaceholders, 'memberName', 'title', 'count', 'until', 'committeeLink']

/** The mails with the link of a member. */
export const templates: Readonly<Record<string, TemplateRule>> = {
  committee: { may, must: ['until', 'committeeLink'], toOthers: true },
  committee_reminder: { may: [...may, 'left'], must: ['until', 'committeeLink'], toOthers: true },
}
