import type { Status } from '../../applications/application.ts'
import type { OutboxDraft } from '../../applications/outbox.ts'
import type { FormSnapshot } from '../../forms/snapshot.ts'
import type { FormType } from '../../shared/form-types.ts'
import type { Applications } from './applications-port.ts'
import type { Passcodes, Passkeys, Refusals, Responses, ScriptTokens, Sessions } from './auth-port.ts'
import type { Committee } from './committee-port.ts'
import type { Edits } from './edits-port.ts'
import type { Outbox } from './outbox-port.ts'
import type { Persons } from './person-port.ts'
import type { Slots } from './slots-port.ts'
import type { Subscriptions } from './subscriptions-port.ts'

/** Named values that all windows and nodes share. */
export interface Settings {
  /** A value, any JSON, with its revision; undefined when there is none. */
  get(key: string): Promise<{ readonly value: unknown; readonly revision: number } | undefined>
  /**
   * Saves a value over the revision that was read, 0 for a new one. The saved value has the next revision.
   * @returns `stale`, with nothing written, when the stored revision is a different one
   */
  put(key: string, value: unknown, revision: number): Promise<'saved' | 'stale'>
}

/** The setting with the last morning whose letter was handled: its `day`, and the end of the letter's window (`at`). A restore continues it. */
export const morningLetterKey = 'morning_letter'

/** The setting with the webhook, or null. */
export const webhookKey = 'webhook'

/** A form as it was asked. */
export interface StoredSnapshot {
  /** The hash of the snapshot (`versionOf`). */
  readonly version: string
  readonly formType: FormType
  readonly snapshot: FormSnapshot
  /** When it was first stored. */
  readonly since: Date
}

/** The versions of the forms. New ones are added; stored ones never change. */
export interface FormSnapshots {
  /** Oldest first. */
  all(): Promise<readonly StoredSnapshot[]>
  /** Adds those versions that are not stored yet. */
  add(versions: readonly StoredSnapshot[]): Promise<void>
}

/** Which private links of an application are valid (decision 0140). */
export interface LinkState {
  /** How many times the owner has ended all links: an owner's link belongs to one generation. */
  readonly generation: number
  /** When an owner's link was first opened; null before. */
  readonly openedAt: Date | null
}

/** The states of private links. They are no changes of an application: its revision stays. */
export interface LinkStates {
  /** The first state for an application that is not stored. */
  get(applicationId: string): Promise<LinkState>
  /** Records that an owner's link was opened, unless one was opened before. */
  open(applicationId: string, at: Date): Promise<void>
  /** Begins the next generation, if `generation` is the current one. @returns whether it did */
  renew(applicationId: string, generation: number, at: Date): Promise<boolean>
}

/** The limits of stored shared drafts: in all, and of those that one network began. */
export const sharedDraftLimits = { drafts: 2_000, networkDrafts: 50, networkBytes: 4 * 1024 * 1024 } as const

/** The shared drafts (decision 0143): encrypted bytes that the server cannot read, under an id that only holders of the link know. */
export interface SharedDrafts {
  /** Reads a draft. `lastRead`: the revision that the caller has. With 0 it is a second device, so the draft lives longer from now on. */
  get(id: string, lastRead: number): Promise<{ readonly revision: number; readonly sealed: Uint8Array } | undefined>
  /**
   * Saves a draft over the revision that was read, 0 for a new one of `network`. The saved draft has the next revision.
   * @returns, with nothing written: `stale` when the stored revision is a different one, `missing` when there is none, `full` above a limit
   */
  put(
    id: string,
    sealed: Uint8Array,
    revision: number,
    network: string,
    now: Date,
  ): Promise<'saved' | 'stale' | 'missing' | 'full'>
  remove(id: string): Promise<void>
}

/** Rate limits with fixed windows. With PostgreSQL, all nodes count together. */
export interface Limits {
  /**
   * Counts a call under `key`. `points` calls are allowed in a window, which begins at the first call and lasts `windowMs` milliseconds.
   * @param requestId the same for repeats of one request: up to 200 repeats of an allowed call are allowed and not counted
   * @param cost how many points the call takes; 1 by default
   * @returns `retryAfterMs`: milliseconds until the window ends, 0 when allowed; `hits`: points taken in the window including this call, 0 for an allowed repeat
   */
  hit(
    key: string,
    points: number,
    windowMs: number,
    now: Date,
    requestId?: string,
    cost?: number,
  ): Promise<{ readonly allowed: boolean; readonly retryAfterMs: number; readonly hits: number }>
  /** Takes back one counted call under `key`. Its repeats are counted again. @param requestId see `hit` */
  takeBack(key: string, now: Date, requestId?: string): Promise<void>
}

/** How many repeats of one request are not counted. */
export const freeRepeats = 200

/** Counts of stored applications and outbox entries, for the metrics and the doctor. */
export interface Measures {
  readonly applications: readonly { readonly formType: FormType; readonly status: Status; readonly count: number }[]
  /** Unfinished entries. Sent and cancelled ones are not counted, because their number only grows. */
  readonly outbox: readonly {
    readonly topic: OutboxDraft['topic']
    readonly state: 'waiting' | 'claimed' | 'parked'
    readonly count: number
    /** When the first of them should have been sent; a time in the future when none is late. */
    readonly oldest: Date
  }[]
}

/** What the database knows of applications that should be elsewhere too, or that are elsewhere only. */
export interface Witnesses {
  /** The ids of applications that are not stored, although the outbox has their letters or rows, and nobody deleted them for good. */
  lost(): Promise<readonly string[]>
  /** All stored applications. `isMirrored`: the desk can list it, and its row was sent before this moment. Yields to the event loop. */
  stored(before: Date): AsyncIterable<{ readonly id: string; readonly isMirrored: boolean }>
  /** Those of these applications that were deleted for good. */
  deleted(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Applications whose row is being removed, or was removed since then. */
  removed(since: Date): Promise<ReadonlySet<string>>
}

/** The storage, with a port for each part. */
export interface Storage {
  readonly applications: Applications
  readonly witnesses: Witnesses
  readonly outbox: Outbox
  readonly passcodes: Passcodes
  readonly passkeys: Passkeys
  readonly scriptTokens: ScriptTokens
  readonly refusals: Refusals
  readonly sessions: Sessions
  readonly responses: Responses
  readonly settings: Settings
  readonly subscriptions: Subscriptions
  readonly committee: Committee
  readonly edits: Edits
  readonly persons: Persons
  readonly formSnapshots: FormSnapshots
  readonly linkStates: LinkStates
  readonly sharedDrafts: SharedDrafts
  readonly slots: Slots
  readonly limits: Limits
  /** The server's key. */
  readonly serverKey: string
  /** The number of rows of the record of deletions that were sealed with a key which this server does not have. */
  unmatchedRows(): Promise<number>
  measures(): Promise<Measures>
  /** Rejects when the database does not respond, has no schema, or accepts no writes. */
  ping(): Promise<void>
  /** Deletes expired rows: idempotency keys, passcodes, sessions (a week later), devices, responses, shared drafts, subscriptions, unused pictures. */
  sweep(now: Date): Promise<void>
  /** The latest time at which a server ran on this database; undefined when none did. */
  latestTime(): Promise<Date | undefined>
  /** Raises the latest time. An earlier one changes nothing. */
  raiseLatestTime(at: Date): Promise<unknown>
  close(): Promise<void>
}
