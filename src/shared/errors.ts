import { alerts } from './alerts.ts'

/**
 * The error catalogue: every code that the server may send, with its HTTP status and its message.
 * Codes and messages are from the specification (section 8); a code without a message there has the general one.
 */
const general = 'An unexpected error occurred. Please try again.'

export const errors = {
  FORM_VALIDATION_FAILED: { status: 400, message: 'Please check all required fields and try again.' },
  FORM_SUBMISSION_FAILED: { status: 503, message: alerts.undelivered },
  DUPLICATE_SUBMISSION: {
    status: 409,
    message: 'You have already submitted an application. Please check your email for confirmation.',
  },
  DATABASE_CONNECTION_FAILED: { status: 503, message: 'Service temporarily unavailable. Please try again later.' },
  DATABASE_QUERY_FAILED: { status: 500, message: general },
  DATABASE_ERROR: { status: 500, message: general },
  GOOGLE_SHEETS_ERROR: { status: 502, message: general },
  RECORD_NOT_FOUND: { status: 404, message: 'This application was not found. It may have been deleted.' },
  INVALID_CREDENTIALS: { status: 400, message: 'Invalid email address. Please check and try again.' },
  OTP_EXPIRED: { status: 401, message: 'OTP has expired. Please request a new one.' },
  OTP_INVALID: { status: 401, message: 'Invalid OTP. Please check and try again.' },
  UNAUTHORIZED_ACCESS: { status: 401, message: 'Access denied. Please log in again.' },
  SESSION_EXPIRED: { status: 401, message: 'Your session has expired. Please log in again.' },
  EMAIL_SEND_FAILED: { status: 502, message: 'Failed to send email. Please try again or contact support.' },
  EMAIL_TEMPLATE_NOT_FOUND: { status: 500, message: general },
  APPLICATION_UPDATE_FAILED: { status: 500, message: 'The application could not be changed. Please try again.' },
  INVALID_STATUS_TRANSITION: { status: 409, message: 'This application cannot be moved to that status.' },
  NETWORK_ERROR: { status: 502, message: 'Network connection failed. Please check your internet connection.' },
  UNKNOWN_ERROR: { status: 500, message: general },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not take that method.' },
  CONFLICT: { status: 409, message: 'This was changed meanwhile. Please reload the page and try again.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** Details of a failure. `message` and `status` replace those of the catalogue; `cause` and `log` never leave the server. */
interface ErrorExtras {
  readonly message?: string
  readonly status?: number
  readonly details?: Readonly<Record<string, string>>
  readonly retryAfterS?: number
  readonly cause?: unknown
  readonly log?: Readonly<Record<string, unknown>>
}

/** A failure that no code below the HTTP layer can handle. It becomes an error response. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly extras: ErrorExtras

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(extras.message ?? errors[code].message, { cause: extras.cause })
    this.code = code
    this.extras = extras
  }
}

/** The code and message for any error, by the specification's plain error mapping (section 8). */
export function plainError(error: unknown): { readonly code: ErrorCode; readonly message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message }
  const message = error instanceof Error ? error.message : typeof error === 'string' ? error : ''
  const text = message.toLowerCase()
  if (text.includes('fetch')) return { code: 'NETWORK_ERROR', message: errors.NETWORK_ERROR.message }
  if (text.includes('duplicate') || text.includes('unique'))
    return { code: 'DUPLICATE_SUBMISSION', message: 'This application has already been submitted.' }
  return { code: 'UNKNOWN_ERROR', message: message === '' ? general : message }
}
