import type { LetterHold } from '../applications/letter-hold.ts'
import type { FormType } from '../shared/form-types.ts'
import type { MessageRecord } from './responses.ts'

/** The saved replies of the message to an applicant. `{name}` in a text is the applicant's name. */
export interface RepliesResponse {
  readonly success: true
  readonly replies: readonly { readonly name: string; readonly subject: string; readonly text: string }[]
}

export interface OutboxResponse {
  readonly success: true
  readonly parked: readonly MessageRecord[]
  readonly waiting: number
  /** Letters and messages in their hold. */
  readonly held: number
  /** What the operator of the installation should do, one sentence each. */
  readonly warnings: readonly string[]
  /** The version of the server, with its commit. */
  readonly version: string
  /** Start of the current mail outage; null if there is none. ISO 8601. */
  readonly failingSince: string | null
  /** The provider's reason; empty without an outage. */
  readonly lastFault: string
  /** The number of letters that wait after a failure. */
  readonly failing: number
}

/** A letter or message in its hold, with its applicant. */
export interface HeldLetterRecord extends MessageRecord {
  readonly form_type: FormType
  readonly applicant_name: string
  readonly applicant_email: string
  readonly company_name: string
  /** Whether an earlier letter to this address could not be delivered. */
  readonly unreachable?: true
}

/** `leaving`: the number of letters that are sent now. `skipped`: the applicants whose address an earlier letter did not reach. */
export interface SendHeldResponse {
  readonly success: true
  readonly leaving: number
  readonly skipped: readonly string[]
}

/** How many letters were sent, could not be delivered, were cancelled, or are still on their way. */
export interface LetterOutcomesResponse extends Readonly<Record<'sent' | 'parked' | 'cancelled' | 'leaving', number>> {
  readonly success: true
}

export interface HeldLettersResponse {
  readonly success: true
  /** In the order in which they will be sent; at most 1,000. */
  readonly letters: readonly HeldLetterRecord[]
  readonly total: number
}

/** How long letters wait. The next save sends `revision`. `seconds`: the hold of a decision. */
export interface LetterHoldResponse {
  readonly success: true
  readonly hold: LetterHold
  readonly revision: number
  readonly seconds: number
  /** What an invitation to pitch leads to: open times, with or without a place, or the booking link. */
  readonly invitation: 'times' | 'times without a place' | 'booking link'
}

/** A reason for a rejection. */
export interface ReasonRecord {
  readonly id: string
  readonly name: string
  readonly text: string
}

/** A letter as its recipient sees it. */
export interface LetterRecord {
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
}

export interface LetterResponse {
  readonly success: true
  readonly letter: LetterRecord
  /** The reasons that the reviewer can choose from; only rejections have any. */
  readonly reasons: readonly ReasonRecord[]
}

export interface LettersResponse {
  readonly success: true
  readonly letters: readonly (LetterRecord & {
    readonly name: string
    /** Of mail that is not about an application. */
    readonly title?: string
  })[]
}
