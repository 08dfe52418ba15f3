import { AppError, type ErrorCode } from '../../shared/errors.ts'

/** Why the storage does not open or move, as a sentence for who runs the server. */
export const refusal = (message: string, code: ErrorCode = 'DATABASE_ERROR'): AppError => new AppError(code, { message: message })
