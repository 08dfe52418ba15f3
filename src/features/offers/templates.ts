import { commonPlaceholders, type TemplateRule } from '../../server/mail/messages/fill.ts'

const may = [...commonPlaceholders, 'applicantName', 'formTitle', 'reference', 'cohort', 'day', 'until', 'offerLink']

/** The letter with an offer, its reminder, and the letter after a place is taken. */
export const templates: Readonly<Record<string, TemplateRule>> = {
  offer: { may, must: ['cohort', 'until', 'offerLink'] },
  offer_reminder: { may, must: ['cohort', 'until', 'offerLink'] },
  offer_taken: { may: [...may, 'takenBy', 'sheetHash', 'added'], must: ['cohort', 'takenBy', 'sheetHash', 'offerLink'] },
}
