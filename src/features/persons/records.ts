import type { ApplicationRecord, MessageRecord } from '../../api/responses.ts'
import type { PersonKey, StrongKind } from '../../applications/person.ts'
import type { PersonRequestKind } from '../../applications/person-request.ts'
import type { FormType } from '../../shared/form-types.ts'

/** An application of a person. */
export interface OwnedRecord {
  readonly application: ApplicationRecord
  /** The strong keys that it shares with the searched address or number. */
  readonly shared: readonly StrongKind[]
  /** `quarantined` and `erasing` applications are in no list of the desk. */
  readonly visibility: 'listed' | 'quarantined' | 'erasing'
  /** Letters and messages, oldest first. */
  readonly messages: readonly MessageRecord[]
  /** The number of earlier versions of its answers. */
  readonly versions: number
  /** `earlier`: since replaced by another file. */
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly earlier: boolean }[]
  /** The number of its history entries. */
  readonly events: number
}

/** What a feature stores of an address apart from applications, such as that it gets a letter when the next cohort opens. */
export interface StoredAddressRecord {
  readonly feature: string
  readonly email: string
  /** What follows the address in a sentence. */
  readonly text: string
  /** ISO 8601. */
  readonly stored_at: string
}

/** An erasure that waits. Times are ISO 8601. */
export interface ErasureRecord {
  readonly id: string
  /** The addresses and telephone numbers in the applications that it erases. */
  readonly keys: readonly string[]
  readonly applications: readonly string[]
  readonly requested_at: string
  /** Until when it can be undone. */
  readonly due_at: string
}

export interface ErasureResponse {
  readonly success: true
  readonly erasure: ErasureRecord
}

/** A person's request about their data. Days are as `2026-11-22`. */
export interface PersonRequestRecord {
  readonly id: string
  readonly kind: PersonRequestKind
  /** Empty once the person is erased. */
  readonly person: string
  readonly received: string
  readonly due: string
  readonly note: string
  /** ISO 8601; null while it is open. */
  readonly done_at: string | null
  readonly overdue: boolean
}

/** Waiting erasures, requests, and applications past their retention period. */
export interface PersonsResponse {
  readonly success: true
  readonly erasures: readonly ErasureRecord[]
  /** The open requests by due day, then the last ones that were done. */
  readonly requests: readonly PersonRequestRecord[]
  /** Applications whose retention period is over: the oldest 100, oldest first, and the total, which is capped at 1,000. */
  readonly past: {
    readonly applications: readonly ApplicationRecord[]
    readonly total: number
    readonly totalCapped: boolean
    /** The retention periods by form, from content. */
    readonly keep: Readonly<Record<FormType, string>>
    /** Days after which the server erases them; null if only the admin erases. */
    readonly erased_after: number | null
  }
  /** The day since which what is deleted stays under lock for a year; null while nothing does. */
  readonly locked_since: string | null
}

/** The counts for the desk's menu. */
export interface PersonsWaitingResponse {
  readonly success: true
  readonly erasures: number
  /** The number of late requests. */
  readonly overdue: number
}

export interface PersonResponse {
  readonly success: true
  /** The addresses and telephone numbers of the person: the searched one, and those in the applications. */
  readonly keys: readonly PersonKey[]
  /** Newest first. */
  readonly applications: readonly OwnedRecord[]
  /** What features store of the addresses of the person. */
  readonly stored: readonly StoredAddressRecord[]
}
