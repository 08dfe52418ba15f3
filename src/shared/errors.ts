/**
 * The error catalogue: every code that may leave the server, its HTTP status, and what a person is told.
 * The codes and sentences are the specification's (section 8); a code without a sentence of its own there says the general one.
 */
const general = 'An unexpected error occurred. Please try again.'

export const errors = {
  FORM_VALIDATION_FAILED: { status: 400, say: 'Please check all required fields and try again.' },
  FORM_SUBMISSION_FAILED: { status: 503, say: 'Failed to submit your application. Please try again.' },
  DUPLICATE_SUBMISSION: {
    status: 409,
    say: 'You have already submitted an application. Please check your email for confirmation.',
  },
  DATABASE_CONNECTION_FAILED: { status: 503, say: 'Service temporarily unavailable. Please try again later.' },
  DATABASE_QUERY_FAILED: { status: 500, say: general },
  DATABASE_ERROR: { status: 500, say: general },
  GOOGLE_SHEETS_ERROR: { status: 502, say: general },
  RECORD_NOT_FOUND: { status: 404, say: 'This application was not found. It may have been deleted.' },
  INVALID_CREDENTIALS: { status: 400, say: 'Invalid email address. Please check and try again.' },
  OTP_EXPIRED: { status: 401, say: 'OTP has expired. Please request a new one.' },
  OTP_INVALID: { status: 401, say: 'Invalid OTP. Please check and try again.' },
  UNAUTHORIZED_ACCESS: { status: 401, say: 'Access denied. Please log in again.' },
  SESSION_EXPIRED: { status: 401, say: 'Your session has expired. Please log in again.' },
  EMAIL_SEND_FAILED: { status: 502, say: 'Failed to send email. Please try again or contact support.' },
  EMAIL_TEMPLATE_NOT_FOUND: { status: 500, say: general },
  APPLICATION_UPDATE_FAILED: { status: 500, say: 'The application could not be changed. Please try again.' },
  INVALID_STATUS_TRANSITION: { status: 409, say: 'This application cannot be moved to that status.' },
  NETWORK_ERROR: { status: 502, say: 'Network connection failed. Please check your internet connection.' },
  UNKNOWN_ERROR: { status: 500, say: general },
  METHOD_NOT_ALLOWED: { status: 405, say: 'This address does not take that method.' },
  CONFLICT: { status: 409, say: 'This was changed meanwhile. Please reload the page and try again.' },
  TOO_MANY_REQUESTS: { status: 429, say: 'Too many attempts. Please wait a moment and try again.' },
} as const satisfies Record<string, { status: number; say: string }>

export type ErrorCode = keyof typeof errors

/** What may be said beside the code. `say` and `status` stand in for the catalogue's own; `cause` and `log` never leave the server. */
export interface ErrorExtras {
  readonly say?: string
  readonly status?: number
  readonly details?: Readonly<Record<string, string>>
  readonly retryAfterS?: number
  readonly cause?: unknown
  readonly log?: Readonly<Record<string, unknown>>
}

/** A failure that nobody below the HTTP edge can handle. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly extras: ErrorExtras

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(extras.say ?? errors[code].say, { cause: extras.cause })
    this.code = code
    this.extras = extras
  }
}

/** What a failure without a code is to be called and told: the specification's plain error mapping (section 8). */
export function plainError(error: unknown): { readonly code: ErrorCode; readonly say: string } {
  if (error instanceof AppError) return { code: error.code, say: error.message }
  const message = error instanceof Error ? error.message : typeof error === 'string' ? error : ''
  const lower = message.toLowerCase()
  if (lower.includes('fetch')) return { code: 'NETWORK_ERROR', say: errors.NETWORK_ERROR.say }
  if (lower.includes('duplicate') || lower.includes('unique'))
    return { code: 'DUPLICATE_SUBMISSION', say: 'This application has already been submitted.' }
  return { code: 'UNKNOWN_ERROR', say: message === '' ? general : message }
}
