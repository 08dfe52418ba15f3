import type { Status } from '../../applications/application.ts'
import type { OutboxDraft } from '../../applications/outbox.ts'
import type { FormSnapshot } from '../../forms/snapshot.ts'
import type { FormType } from '../../shared/form-types.ts'
import type { Accounts } from './accounts-port.ts'
import type { Applications } from './applications-port.ts'
import type { Passcodes, Passkeys, Refusals, Replies, Sessions } from './auth-port.ts'
import type { Outbox } from './outbox-port.ts'
import type { Persons } from './person-port.ts'
import type { Subscriptions } from './subscriptions-port.ts'

/** The desk's shared values, each under a name. */
export interface Settings {
  /** The value, which is any JSON, and its revision; undefined when there is none. */
  get(key: string): Promise<{ readonly value: unknown; readonly revision: number } | undefined>
  /**
   * Saves a value over the revision that was read, 0 for none; the saved one has the next revision.
   * @returns `stale`, with nothing written, when the stored revision is another one
   */
  put(key: string, value: unknown, revision: number): Promise<'saved' | 'stale'>
}

/** A form as it was asked. */
export interface StoredSnapshot {
  /** The hash of the snapshot (`versionOf`). */
  readonly version: string
  readonly formType: FormType
  readonly snapshot: FormSnapshot
  /** When it was stored first. */
  readonly since: Date
}

/** The versions of the forms: they are added to, and never changed. */
export interface FormSnapshots {
  /** The earliest first. */
  all(): Promise<readonly StoredSnapshot[]>
  /** Adds those that are not stored. */
  add(versions: readonly StoredSnapshot[]): Promise<void>
}

/** How many shared drafts there may be: with 256 KB each they must not fill the disk, nor the memory of what copies the database. */
export const mostSharedDrafts = 2_000

/** Drafts that several devices share (decision 0143): bytes that the server cannot read, under an id that only the holders of their link know. */
export interface SharedDrafts {
  get(id: string): Promise<{ readonly revision: number; readonly sealed: Uint8Array } | undefined>
  /**
   * Saves a draft over the revision that was read, 0 for a new one; the saved one has the next revision.
   * @returns, with nothing written: `stale` when the stored revision is another one, `missing` when there is none, `full` when there are too many for a new one
   */
  put(id: string, sealed: Uint8Array, revision: number, now: Date): Promise<'saved' | 'stale' | 'missing' | 'full'>
  remove(id: string): Promise<void>
}

/** Rate limits: counts of calls in fixed windows of time. With PostgreSQL all servers count together. */
export interface Limits {
  /**
   * Counts a call under `key`: allowed up to `points` times in a window, which begins at the first call and lasts `windowMs` milliseconds.
   * @param requestId equal for calls that repeat one request: up to 200 repeats of an allowed call are allowed and not counted
   * @returns `retryAfterMs`, the milliseconds until the window ends; 0 when allowed. `hits`: calls in the window with this one; 0 for an allowed repeat
   */
  hit(
    key: string,
    points: number,
    windowMs: number,
    now: Date,
    requestId?: string,
  ): Promise<{ readonly allowed: boolean; readonly retryAfterMs: number; readonly hits: number }>
}

/** The repeats of one request that are not counted. */
export const freeRepeats = 200

/** The numbers of stored things without their content, for the metrics and the doctor. */
export interface Measures {
  readonly applications: readonly { readonly formType: FormType; readonly status: Status; readonly count: number }[]
  /** Unfinished entries. Sent and cancelled ones are not counted: their number only grows. */
  readonly outbox: readonly {
    readonly topic: OutboxDraft['topic']
    readonly state: 'waiting' | 'claimed' | 'parked'
    readonly count: number
    /** When the first of them should have been sent; a future moment when none is late. */
    readonly oldest: Date
  }[]
}

/** Everything that is stored. Each part has its port. */
export interface Storage {
  readonly applications: Applications
  readonly accounts: Accounts
  readonly outbox: Outbox
  readonly passcodes: Passcodes
  readonly passkeys: Passkeys
  readonly refusals: Refusals
  readonly sessions: Sessions
  readonly replies: Replies
  readonly settings: Settings
  readonly subscriptions: Subscriptions
  readonly persons: Persons
  readonly formSnapshots: FormSnapshots
  readonly sharedDrafts: SharedDrafts
  readonly limits: Limits
  measures(): Promise<Measures>
  /** Rejects when the database does not answer, has no schema, or would not take a write. */
  ping(): Promise<void>
  /** Deletes what has expired: idempotency keys, passcodes, sessions (a week later), devices, replies, shared drafts, subscriptions. */
  sweep(now: Date): Promise<void>
  close(): Promise<void>
}
