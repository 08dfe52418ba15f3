import { type Application, type ListState, stateOf } from '../../applications/application.ts'
import type { Form } from '../../forms/form.ts'

/** What a script can do beyond appending and reading rows. */
export type Capability = 'update' | 'delete' | 'answers'

/** The values by which the script selects rows; without any, all rows. */
export interface SheetQuery {
  readonly form_type?: string
  readonly status?: string
  readonly email?: string
}

/** The review columns of a row. Missing values are empty. */
export interface SheetUpdate {
  /** The status, or the state of an ended review. */
  readonly status: ListState
  readonly notes: string
  readonly reviewed_at: string
  readonly reviewed_by: string
  readonly meeting_scheduled_at: string
  /** The applicant's address, including corrections. */
  readonly email: string
}

/** The review columns of an application. */
export const reviewOf = (application: Application): SheetUpdate => ({
  status: stateOf(application),
  notes: application.notes,
  reviewed_at: application.reviewedAt?.toISOString() ?? '',
  reviewed_by: application.reviewedBy ?? '',
  meeting_scheduled_at: application.meetingAt?.toISOString() ?? '',
  email: application.applicantEmail,
})

/** An application with the form that it answers. */
interface Answered {
  readonly application: Application
  readonly form: Form
}

/** The spreadsheet, which a web script serves (contract, section 6). Every call rejects with SheetFault when the script does not accept it. */
export interface Sheet {
  /** For the lines at the server's start and the logs. Contains no secret. */
  readonly describe: string
  /** Appends an application's row. The script ignores a row whose id it has already. */
  append(application: Application, form: Form): Promise<void>
  /** What the script supports; empty when it does not know the request, and never did. */
  capabilities(): Promise<readonly Capability[]>
  /** Updates columns of a row. @param answered the application with changed answers, for a script with the capability `answers` */
  update(id: string, changes: Partial<SheetUpdate>, answered?: Answered): Promise<void>
  remove(id: string): Promise<void>
  /** The ids of all rows; undefined when the script does not support this call. */
  ids(): Promise<readonly string[] | undefined>
  /** The rows. The script responds with an object with `applications`, or with a list. */
  read(query: SheetQuery): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** The script did not accept a call, or could not be reached. */
export class SheetFault extends Error {
  override readonly name = 'SheetFault'
  /** The script's own message, if it sent one. */
  readonly reason: string
  /** The pause that the script's host asked for, milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(reason: string, cause?: unknown, retryAfterMs?: number) {
    super(reason, { cause })
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}
