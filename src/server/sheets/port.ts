import type { Application, Status } from '../../applications/application.ts'
import type { Form } from '../../forms/form.ts'

/** What a script can do beyond taking rows and giving them back. */
export type Capability = 'update' | 'delete'

export interface SheetQuery {
  readonly form_type?: string
  readonly status?: string
  readonly email?: string
}

/** What the review of an application has come to, as the spreadsheet has it; empty where there is nothing. */
export interface SheetUpdate {
  readonly status: Status
  readonly notes: string
  readonly reviewed_at: string
  readonly reviewed_by: string
  readonly meeting_scheduled_at: string
  /** Where letters go: what was sent in, or what it was put right to. */
  readonly email: string
}

export const reviewOf = (application: Application): SheetUpdate => ({
  status: application.status,
  notes: application.notes,
  reviewed_at: application.reviewedAt?.toISOString() ?? '',
  reviewed_by: application.reviewedBy ?? '',
  meeting_scheduled_at: application.meetingAt?.toISOString() ?? '',
  email: application.applicantEmail,
})

/** The spreadsheet behind its web script (contract, section 6). Every call throws SheetFault when the script did not take it. */
export interface Sheet {
  /** For the start's lines and the logs; holds no secret. */
  readonly describe: string
  /** Sends an application's row; the script drops one whose id it has. */
  append(application: Application, form: Form): Promise<void>
  /** What the script says that it can; empty when it does not know the question. */
  capabilities(): Promise<readonly Capability[]>
  update(id: string, changes: SheetUpdate): Promise<void>
  remove(id: string): Promise<void>
  /** The rows as the script has them: an object with `applications`, or a bare list. */
  read(query: SheetQuery): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** The script did not take something, or could not be reached. */
export class SheetFault extends Error {
  override readonly name = 'SheetFault'
  /** Why, in the script's words where it had any. */
  readonly says: string

  constructor(says: string, cause?: unknown) {
    super(says, { cause })
    this.says = says
  }
}
