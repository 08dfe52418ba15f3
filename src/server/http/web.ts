import type { Logger } from 'pino'
import type { ErrorCode } from '../../shared/errors.ts'
import type { Session } from '../storage/port.ts'

/** What every request carries with it, for Hono's types. */
export interface Web {
  readonly Variables: {
    /** The client's address, or `Unknown`. */
    client: string
    /** The log, with the request's id. */
    log: Logger
    /** Who is signed in; set behind `adminOnly`. */
    session: Session
    /** Why a submission was refused, where the answer is a page and no failure. */
    refusal?: ErrorCode
  }
}
