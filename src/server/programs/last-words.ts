import { AppError } from '../../shared/errors.ts'
import { ConfigFault } from '../config.ts'

/** What a program that cannot go on prints: one line for what a person can mend; a bug whole, with its trace. */
export function lastWords(error: unknown): unknown {
  if (error instanceof ConfigFault) return error.message
  if (!(error instanceof AppError)) return error
  const { message, cause } = error
  return cause instanceof Error && !message.includes(cause.message) ? `${message} (${cause.message})` : message
}
