import { AppError } from '../../shared/errors.ts'

/** Why the storage does not open or move, as a sentence for who runs the server. */
export const refusal = (say: string): AppError => new AppError('DATABASE_CONNECTION_FAILED', { say })
