import { type Application, type ListState, listStateOf } from '../../applications/application.ts'
import type { Form } from '../../forms/form.ts'

/** What a script can do beyond appending and reading rows. */
export type Capability = 'update' | 'delete' | 'answers'

/** The values by which a script is to select rows; without any, all rows. */
export interface SheetQuery {
  readonly form_type?: string
  readonly status?: string
  readonly email?: string
}

/** The review's columns of a row; empty where there is nothing. */
export interface SheetUpdate {
  /** The status; `withdrawn` while the application is. */
  readonly status: ListState
  readonly notes: string
  readonly reviewed_at: string
  readonly reviewed_by: string
  readonly meeting_scheduled_at: string
  /** The applicant's address, as corrected. */
  readonly email: string
}

/** The review's columns of an application as it is now. */
export const reviewOf = (application: Application): SheetUpdate => ({
  status: listStateOf(application),
  notes: application.notes,
  reviewed_at: application.reviewedAt?.toISOString() ?? '',
  reviewed_by: application.reviewedBy ?? '',
  meeting_scheduled_at: application.meetingAt?.toISOString() ?? '',
  email: application.applicantEmail,
})

/** An application with the form that it answers. */
export interface Answered {
  readonly application: Application
  readonly form: Form
}

/** The spreadsheet behind its web script (contract, section 6). Every call rejects with SheetFault when the script did not accept it. */
export interface Sheet {
  /** For the start's lines and the logs; holds no secret. */
  readonly describe: string
  /** Appends an application's row; the script ignores one whose id it has. */
  append(application: Application, form: Form): Promise<void>
  /** What the script supports; empty when it does not know the request. */
  capabilities(): Promise<readonly Capability[]>
  /** @param answered an application whose answers are to be written as well, for a script that can (`answers`) */
  update(id: string, changes: Partial<SheetUpdate>, answered?: Answered): Promise<void>
  remove(id: string): Promise<void>
  /**
   * The ids of all rows, and the version of this list. `ids` is undefined when the list is of the caller's version.
   * @param version of the list that the caller has
   * @returns undefined for a script that does not list them
   */
  ids(version?: string): Promise<{ readonly version: string; readonly ids: readonly string[] | undefined } | undefined>
  /** The rows as the script has them: an object with `applications`, or a bare list. */
  read(query: SheetQuery): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** The script did not accept a call, or could not be reached. */
export class SheetFault extends Error {
  override readonly name = 'SheetFault'
  /** The script's words, where it had any. */
  readonly reason: string

  constructor(reason: string, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}
