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
