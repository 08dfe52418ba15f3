import { commonPlaceholders, type TemplateRule } from '../../server/mail/messages/fill.ts'

export const templates: Readonly<Record<string, TemplateRule>> = {
  morning: { may: [...commonPlaceholders, 'day', 'summary'], must: ['digest'], toOthers: true },
}
