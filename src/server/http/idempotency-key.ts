import { AppError } from '../../shared/errors.ts'

/**
 * What calls itself an idempotency key: one line of 1 to 255 ASCII characters. Undefined where there is none.
 * @throws AppError 422 for what is no key
 */
export function readKey(key: unknown): string | undefined {
  if (key === undefined || key === null || key === '') return undefined
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw new AppError('FORM_VALIDATION_FAILED', {
    say: 'The idempotency key must be 1 to 255 letters, digits or signs.',
    status: 422,
  })
}
