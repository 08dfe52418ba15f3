import { AppError } from '../../shared/errors.ts'

/** The error for a request with one invalid value. `fault`: a sentence. */
export const invalid = (name: string, fault: string): AppError =>
  new AppError('FORM_VALIDATION_FAILED', { details: { [name]: fault } })

/** @param faults a sentence for each invalid value of a request, by name @throws AppError FORM_VALIDATION_FAILED when there are any */
export function refuseFaults(faults: Readonly<Record<string, string>>): void {
  if (Object.keys(faults).length > 0) throw new AppError('FORM_VALIDATION_FAILED', { details: faults })
}

/** @throws AppError FORM_VALIDATION_FAILED when it is no text, or too long */
export function readText(name: string, value: unknown, max: number): string {
  if (typeof value !== 'string') throw invalid(name, 'A text is required')
  if (value.length > max) throw invalid(name, `The text must have at most ${max.toLocaleString('en')} characters`)
  return value
}

/** The largest revision that a record can have: the next one must fit into a column of PostgreSQL, too. */
const maxRevision = 2 ** 31 - 2

/** Whether a value can be a revision: a whole number from 0. */
export const isRevision = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= maxRevision

/**
 * Reads the ids in a body.
 * @param noun names them in the error, such as `letters`
 * @throws AppError FORM_VALIDATION_FAILED when they are not strings, or more than `max`
 */
export function readIds(ids: unknown, max: number, noun: string): readonly string[] {
  if (Array.isArray(ids) && ids.length <= max && ids.every((id) => typeof id === 'string')) return ids
  throw invalid('ids', `A list of at most ${max.toLocaleString('en')} ${noun} is required`)
}
