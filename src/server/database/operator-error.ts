import { AppError, type ErrorCode } from '../../shared/errors.ts'

/** An error with a message for the operator: why the storage cannot be opened or moved. */
export const operatorError = (message: string, code: ErrorCode = 'DATABASE_ERROR'): AppError => new AppError(code, { message })
