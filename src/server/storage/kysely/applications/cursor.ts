import { AppError } from '../../../../shared/errors.ts'

/** The last row of a page: what the next one comes after. */
export interface Place {
  readonly submittedAt: number
  readonly id: string
}

export const writeCursor = ({ submittedAt, id }: Place): string =>
  Buffer.from(JSON.stringify([submittedAt, id])).toString('base64url')

/** @throws AppError FORM_VALIDATION_FAILED for what `writeCursor` did not write. */
export function readCursor(cursor: string): Place {
  try {
    const [submittedAt, id, ...rest] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const place = { submittedAt, id }
    if (Number.isSafeInteger(submittedAt) && typeof id === 'string' && rest.length === 0 && writeCursor(place) === cursor)
      if (id.isWellFormed() && !id.includes('\0')) return place
  } catch {
    // Not ours.
  }
  throw new AppError('FORM_VALIDATION_FAILED', {
    details: { cursor: 'This page is not there. Please start from the first one.' },
  })
}
