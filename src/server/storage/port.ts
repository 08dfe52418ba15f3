// This file is long: it is the storage's whole contract, read in one place by whoever writes another adapter.

import type { Application, Status } from '../../applications/application.ts'
import type { Event, HistoryEntry } from '../../applications/history.ts'
import type { Fact } from '../../applications/insights/insights.ts'
import type { Change } from '../../applications/moves.ts'
import type { OutboxDraft, OutboxEntry, OutboxState, Outcome } from '../../applications/outbox.ts'
import type { Delivery } from '../../applications/outgoing.ts'
import type { PersonKind } from '../../applications/person.ts'
import type { Asked } from '../../applications/query/parse.ts'
import type { Stats } from '../../applications/stats.ts'
import type { DuplicateCheck } from '../../applications/submission.ts'
import type { FormType } from '../../shared/form-types.ts'
import type { Passcodes, Replies } from './passcode-port.ts'

/** A file that came with a submission. */
export interface StoredFile {
  /** The form's field. */
  readonly field: string
  readonly name: string
  /** Media type. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** Which file of which application: what is known of it without its bytes. */
export interface FileOf extends Omit<StoredFile, 'bytes'> {
  readonly applicationId: string
}

/** What a sender promised to be one submission: the same key with the same content is the same one, until `until`. */
export interface IdempotencyClaim {
  readonly key: string
  /** Equal for equal content only. */
  readonly content: string
  readonly until: Date
}

export interface NewApplication {
  readonly change: Change
  readonly files: readonly StoredFile[]
  readonly duplicate: DuplicateCheck
  readonly idempotency: IdempotencyClaim | undefined
}

/** An application of the past, with the status that it has come to. */
export interface ImportedApplication {
  readonly change: Change
  /** What makes a later submission the same one; nothing is asked of it now. */
  readonly duplicate: Pick<DuplicateCheck, 'key' | 'rule'>
}

export type Added =
  | { readonly kind: 'added'; readonly id: string }
  /** The same key and content came before; `id` is what it was stored as. */
  | { readonly kind: 'already_added'; readonly id: string }
  /** The same key came before, with other content. */
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'duplicate' }

/**
 * `search`: words, found in name, e-mail, company or any answer, in any order, any case, the last one as a beginning. No wildcards. `has`: fields that
 * have an answer each; `notes` and `meeting` as well.
 */
export interface ListQuery extends Asked {
  /** Where the page before ended; undefined for the first. */
  readonly cursor?: string
  readonly limit: number
}

/** Which applications insights are drawn from: submitted from `from` on, and before `before`. */
export interface FactQuery {
  readonly formType?: FormType
  readonly status?: Status
  readonly from?: Date
  readonly before?: Date
}

export interface Page {
  /** Newest first. */
  readonly applications: readonly Application[]
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined
  readonly total: number
  /** With a search, a span of time, `has` or `source`, counting stops at 1,000 matches. */
  readonly totalCapped: boolean
}

/** Another application, and what it shares with the one that was asked for. */
export interface Related {
  readonly application: Application
  readonly shared: readonly PersonKind[]
}

export interface Applications {
  /** Writes record, files, history, outgoing messages and the idempotency key in one transaction. Durable when it resolves. */
  add(application: NewApplication): Promise<Added>
  /**
   * Writes an application of the past, in one transaction, unless one with its id is there. It is refused as no duplicate: history is as it
   * was. Durable when it resolves.
   */
  import(application: ImportedApplication): Promise<'imported' | 'already_there'>
  /**
   * Writes changes of one application, all or none of them: if it is still at the revision that the first was made of, and not deleted, and what they
   * recall still waits. Each of the next is made of the revision that the one before leads to. What may change: status, reviewer, notes, meeting,
   * scores, and the applicant's address, by which it is found from then on.
   */
  save(change: Change, ...next: readonly Change[]): Promise<'saved' | 'stale'>
  /**
   * Takes an application out of every answer at once; for good, with answers, files, history and queued messages, by `purge` after `holdUntil`.
   * Its queued messages that were not sent are cancelled.
   * @param outbox what is to be sent because of the deletion; an undo cancels it. The purge leaves topics that outlive their application.
   * @returns the revision that the deletion led to
   */
  remove(
    id: string,
    entry: HistoryEntry,
    holdUntil: Date,
    outbox?: readonly OutboxDraft[],
  ): Promise<{ kind: 'removed'; revision: number } | { kind: 'not_found' }>
  /**
   * Takes back the last decision or deletion while its hold lasts: the status (and reviewer) before it returns, its unsent letter is
   * cancelled (after a deletion: the messages that the deletion cancelled wait again), and the history says so. One that is refused changes nothing.
   * @param named the revision of the decision or deletion that is meant; `changed` when another one is the last. Undefined: the last, whichever it is
   */
  undo(
    id: string,
    by: string,
    at: Date,
    delivery: Delivery,
    named?: number,
  ): Promise<{ kind: 'undone'; application: Application } | { kind: 'too_late' | 'changed' | 'not_found' }>
  /** Deletes for good what was removed and whose hold is over; the number of applications. */
  purge(now: Date): Promise<number>
  byId(id: string): Promise<Application | undefined>
  /** Oldest first. */
  history(id: string): Promise<readonly HistoryEntry[]>
  file(id: string, field: string): Promise<StoredFile | undefined>
  /** The histories of several applications, by id; see `history`. */
  histories(ids: readonly string[]): Promise<ReadonlyMap<string, readonly HistoryEntry[]>>
  /** The files that several applications came with, in the order of `ids`. */
  files(ids: readonly string[]): Promise<readonly FileOf[]>
  /** @throws AppError FORM_VALIDATION_FAILED for a cursor that is none of ours. */
  list(query: ListQuery): Promise<Page>
  /** Every match, newest first, in batches of `limit`: for exports. */
  all(query: ListQuery): AsyncIterable<Application>
  /** How many matches `all` would give now: exact, however many there are. */
  count(query: ListQuery): Promise<number>
  /** Applications that share an address, a telephone number, a company, a domain or a name with this one, newest first: of each key the newest 20. */
  related(id: string): Promise<readonly Related[]>
  stats(): Promise<Stats>
  /** The facts of all that a query finds, oldest first, some at a time; between two of these others have their turn. */
  facts(query: FactQuery): AsyncIterable<readonly Fact[]>
  /** What happened to applications at `since` or later, deletions too, newest first, `limit` events at most. */
  newsSince(since: Date, limit: number): Promise<readonly News[]>
}

/** That something happened to an application. */
export interface News {
  readonly id: string
  /** The revision that it led to. */
  readonly revision: number
  readonly what: Event['what']
}

/** A topic of which nothing was taken since something failed. */
export interface Failing {
  /** The first failure of what waits, or the last success if that came later. */
  readonly since: Date
  /** A late failure, in the words of who refused. */
  readonly fault: string
  /** How many entries wait after a failure. */
  readonly waiting: number
}

export interface Outbox {
  /**
   * Takes up to `limit` entries that are due, oldest due first, and are not held by a claim; the claim lapses at `until`. Of sequential topics one
   * entry of an application at a time, and not before an earlier one that is due, or is tried again, is settled.
   * The `attempts` of what it gives count the attempt that begins now.
   */
  claim(topics: readonly OutboxDraft['topic'][], limit: number, now: Date, until: Date): Promise<readonly OutboxEntry[]>
  /**
   * Records what became of a claimed entry: sent, or waiting again from `retryAt`, or parked (retryAt undefined). What was not sent because its
   * application is deleted is cancelled until the deletion is undone.
   * False when the claim had lapsed and was taken by another (its fence is older).
   */
  settle(entry: OutboxEntry, outcome: Outcome, at: Date, retryAt: Date | undefined): Promise<boolean>
  /** Makes everything of a topic that waits after a failure due now: the provider is back. The number of entries. */
  wake(topic: OutboxDraft['topic'], now: Date): Promise<number>
  /** Queues entries that no change drafted: for repairs. */
  queue(drafts: readonly OutboxDraft[], now: Date): Promise<void>
  /** Puts a parked entry back in the queue, due now; its days of trying begin anew. */
  retry(id: string, now: Date): Promise<'queued' | 'not_found'>
  forApplication(applicationId: string): Promise<readonly OutboxEntry[]>
  /** Newest first. */
  inState(state: OutboxState, limit: number): Promise<readonly OutboxEntry[]>
  /** How many entries are in each of these states; of all states when none is named, which counts every entry that ever was. */
  counts<S extends OutboxState = OutboxState>(...states: readonly S[]): Promise<Readonly<Record<S, number>>>
  /** How sending of a topic fails; undefined while nothing that waits has failed. */
  failing(topic: OutboxDraft['topic']): Promise<Failing | undefined>
  /** When, after `now`, there is something to claim: a waiting entry is due, or a claim lapses; undefined when there is neither. */
  nextDue(now: Date): Promise<Date | undefined>
}

/** A signed-in browser. Only a hash of its credential is kept. */
export interface Session {
  readonly credentialHash: string
  readonly userId: string
  readonly email: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface Sessions {
  put(session: Session): Promise<void>
  /** Also when it has expired, until it is forgotten. */
  byCredential(credentialHash: string): Promise<Session | undefined>
  end(credentialHash: string): Promise<void>
  /** Remembers a browser that signed in as `email`, by a hash of what it keeps, and says later whether it did. */
  trust(deviceHash: string, email: string, until: Date): Promise<void>
  isTrusted(deviceHash: string, email: string, now: Date): Promise<boolean>
  /** The admin user, made at the first sign-in: `admin-` plus a timestamp. */
  user(email: string, now: Date): Promise<{ readonly id: string; readonly email: string; readonly createdAt: Date }>
}

/** Values that the desk keeps for all who use it, each under a name. */
export interface Settings {
  /** `value` is whatever JSON can say. */
  get(key: string): Promise<{ readonly value: unknown; readonly revision: number } | undefined>
  /** Saves over the revision that was read (0: there was none); the saved one is the next. */
  put(key: string, value: unknown, revision: number): Promise<'saved' | 'stale'>
}

/** Counts of calls in fixed windows of time. With PostgreSQL all servers count together. */
export interface Limits {
  /**
   * Counts a call under `key`: allowed while there were at most `points` in its window, which begins at the first call and lasts
   * `windowMs` milliseconds. When it is refused, `retryAfterMs` says when the window ends.
   * @param same what calls that are one and the same have in common: up to 200 repeats of an allowed one are allowed and not counted.
   */
  hit(
    key: string,
    points: number,
    windowMs: number,
    now: Date,
    same?: string,
  ): Promise<{ readonly allowed: boolean; readonly retryAfterMs: number }>
}

/** How often a call may be repeated as the same without counting as another. */
export const freeRepeats = 200

/** How much there is of everything, without a word of what is in it: for the metrics, and for who checks an installation. */
export interface Measures {
  readonly applications: readonly { readonly formType: FormType; readonly status: Status; readonly count: number }[]
  /** What is not done yet: sent and cancelled messages are not counted, of which there are ever more. */
  readonly outbox: readonly {
    readonly topic: OutboxDraft['topic']
    readonly state: 'waiting' | 'claimed' | 'parked'
    readonly count: number
    /** When the first of them should have gone; in the future where none should have yet. */
    readonly oldest: Date
  }[]
}

export interface Storage {
  readonly applications: Applications
  readonly outbox: Outbox
  readonly passcodes: Passcodes
  readonly sessions: Sessions
  readonly replies: Replies
  readonly settings: Settings
  readonly limits: Limits
  measures(): Promise<Measures>
  /** Resolves when the store answers, its schema is there and it would take a write; rejects when not. */
  ping(): Promise<void>
  /** Forgets what has expired: keys, passcodes, sessions (a week after), devices, replies. */
  sweep(now: Date): Promise<void>
  close(): Promise<void>
}
