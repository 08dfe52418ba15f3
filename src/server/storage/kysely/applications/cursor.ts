import { AppError } from '../../../../shared/errors.ts'

/** The last row of a page: what the next one comes after. */
export interface Cursor {
  readonly submittedAt: number
  readonly id: string
}

export const encodeCursor = ({ submittedAt, id }: Cursor): string =>
  Buffer.from(JSON.stringify([submittedAt, id])).toString('base64url')

/** @throws AppError FORM_VALIDATION_FAILED for what `writeCursor` did not write. */
export function decodeCursor(cursor: string): Cursor {
  try {
    const [submittedAt, id, ...extra] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const position = { submittedAt, id }
    if (Number.isSafeInteger(submittedAt) && typeof id === 'string' && extra.length === 0 && encodeCursor(position) === cursor)
      if (id.isWellFormed() && !id.includes('\0')) return position
  } catch {
    // Not ours.
  }
  throw new AppError('FORM_VALIDATION_FAILED', {
    details: { cursor: 'This page is not there. Please start from the first one.' },
  })
}
