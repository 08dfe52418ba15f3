import type { Inserted, Letter, OutboxDraft } from './outbox.ts'

/** The draft of a letter. @param key distinguishes it from the application's other letters of this name */
export const letterDraft = (
  applicationId: string,
  letter: Letter,
  key: string,
  dueAt: Date,
  { reason, sentence, until, request }: Inserted = {},
): OutboxDraft => ({
  topic: 'mail.letter',
  payload: {
    letter,
    applicationId,
    ...(reason !== undefined && { reason }),
    ...(sentence !== undefined && { sentence }),
    ...(until !== undefined && { until }),
    ...(request !== undefined && { request }),
  },
  key: `${applicationId}:${letter}${key}`,
  applicationId,
  dueAt,
})

/** The draft of a spreadsheet row. @param mode see `Topics['sheet.row']`; without one the row is appended */
export const rowDraft = (
  applicationId: string,
  key: string,
  dueAt: Date,
  mode?: 'changed' | 'whole' | 'applicant',
): OutboxDraft => ({
  topic: 'sheet.row',
  payload: { applicationId, ...(mode !== undefined && { [mode]: true }) },
  key: `${applicationId}:row${key}`,
  applicationId,
  dueAt,
})

/** The draft of a row's removal. */
export const removalDraft = (applicationId: string, key: string, dueAt: Date): OutboxDraft => ({
  topic: 'sheet.removal',
  payload: { applicationId },
  key: `${applicationId}:removal:${key}`,
  applicationId,
  dueAt,
})
