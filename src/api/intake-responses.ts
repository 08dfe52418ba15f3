import type { ErrorCode } from '../shared/errors.ts'

/** The body of every error response. */
export interface ErrorBody {
  readonly success: false
  readonly error: string
  readonly code: ErrorCode
  readonly details?: Readonly<Record<string, string>>
  /** ISO 8601. */
  readonly timestamp: string
}

export interface SubmitResponse {
  readonly success: true
  readonly applicationId: string
  /** The URL of the application's own page. */
  readonly privateLink: string
}

/** Two signed tokens with the current time: `token` helps to tell people from programs; `begun` proves that a form was begun in time. */
export interface FormTokenResponse {
  readonly success: true
  readonly token: string
  readonly begun: string
}
