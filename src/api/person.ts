import type { PersonKey, StrongKind } from '../applications/person.ts'
import type { RequestKind } from '../applications/person-request.ts'
import type { FormType } from '../shared/form-types.ts'
import type { ApplicationRecord, MessageRecord } from './replies.ts'

/** An application of a person. */
export interface OwnedRecord {
  readonly application: ApplicationRecord
  /** The strong keys that it shares with what was looked for. */
  readonly shared: readonly StrongKind[]
  /** `quarantined`, `erasing`: in no list of the desk. */
  readonly visibility: 'listed' | 'quarantined' | 'erasing'
  /** Letters and messages, oldest first. */
  readonly messages: readonly MessageRecord[]
  /** The earlier versions of its answers. */
  readonly versions: number
  /** `earlier`: replaced by another file since. */
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly earlier: boolean }[]
  /** The entries of its history. */
  readonly events: number
}

/** An address that waits for a cohort to open. */
export interface SubscriptionRecord {
  readonly email: string
  /** ISO 8601. */
  readonly created_at: string
  readonly confirmed: boolean
}

/** An erasure that waits. Times are ISO 8601. */
export interface ErasureRecord {
  readonly id: string
  /** The addresses and telephone numbers of what it erases. */
  readonly keys: readonly string[]
  readonly applications: readonly string[]
  readonly requested_at: string
  /** Until when it can be undone. */
  readonly due_at: string
}

export interface ErasureReply {
  readonly success: true
  readonly erasure: ErasureRecord
}

/** What a person asked for. Days are as `2026-11-22`. */
export interface RequestRecord {
  readonly id: string
  readonly kind: RequestKind
  /** Empty once the person is erased. */
  readonly person: string
  readonly received: string
  readonly due: string
  readonly note: string
  /** ISO 8601; null while it is open. */
  readonly done_at: string | null
  readonly overdue: boolean
}

/** What waits about the data of persons. */
export interface PersonsReply {
  readonly success: true
  readonly erasures: readonly ErasureRecord[]
  /** The open ones, the first to be due first; then the last that were done. */
  readonly requests: readonly RequestRecord[]
  /** Applications whose period is over, the oldest first, 100 at most, and the number of all, which stops at 1,000. */
  readonly past: {
    readonly applications: readonly ApplicationRecord[]
    readonly total: number
    readonly totalCapped: boolean
    /** How long applications stay, by form, as content says. */
    readonly keep: Readonly<Record<FormType, string>>
    /** Days after which the server erases them; null where it is done by hand. */
    readonly erased_after: number | null
  }
}

/** The numbers of what waits, for the desk's menu. */
export interface PersonsWaitingReply {
  readonly success: true
  readonly erasures: number
  /** Requests that are late. */
  readonly overdue: number
}

export interface PersonReply {
  readonly success: true
  /** The addresses and telephone numbers of the person: the one that was looked for, and those of its applications. */
  readonly keys: readonly PersonKey[]
  /** Newest first. */
  readonly applications: readonly OwnedRecord[]
  /** Addresses of the person that wait for a cohort to open. */
  readonly subscriptions: readonly SubscriptionRecord[]
}
