import type { Application, Scores, Stats, Status } from '../../applications/application.ts'
import type { DueFilter, DueSpan } from '../../applications/due.ts'
import type { Event, HistoryEntry } from '../../applications/history.ts'
import type { Fact } from '../../applications/insights/insights.ts'
import type { Change } from '../../applications/moves.ts'
import type { Order } from '../../applications/order.ts'
import type { OutboxDraft } from '../../applications/outbox.ts'
import type { Delivery } from '../../applications/outgoing.ts'
import type { PersonKind } from '../../applications/person.ts'
import type { Signal } from '../../applications/quarantine.ts'
import type { ParsedQuery } from '../../applications/query/parse.ts'
import type { DuplicateCheck } from '../../applications/submission.ts'
import type { Answers } from '../../forms/form.ts'
import type { FormType } from '../../shared/form-types.ts'

/** A file that came with a submission. */
export interface StoredFile {
  /** The form's field. */
  readonly field: string
  readonly name: string
  /** Media type. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** A stored file without its bytes, and the application that it belongs to. */
export interface FileOf extends Omit<StoredFile, 'bytes'> {
  readonly applicationId: string
}

/** The idempotency key of a submission: until `until`, the same key with the same content is the same submission. */
export interface IdempotencyClaim {
  readonly key: string
  /** A hash of the content: equal for equal content only. */
  readonly content: string
  readonly until: Date
}

/** A submission, with everything that is stored with it. */
export interface NewApplication {
  readonly change: Change
  readonly files: readonly StoredFile[]
  readonly duplicate: DuplicateCheck
  readonly idempotency: IdempotencyClaim | undefined
}

/** An application from before this database, with the status that it has reached. */
export interface ImportedApplication {
  readonly change: Change
  /** Makes a later submission a duplicate of this one. The import itself is not checked. */
  readonly duplicate: Pick<DuplicateCheck, 'key' | 'rule'>
  /** The keyed hashes of its address, or of its telephone number: whoever was erased since it was submitted stays erased. */
  readonly personHashes?: readonly string[]
}

/** An application with new answers (`changeAnswers`). */
export interface RevisedApplication {
  readonly change: Change
  /** New files; each replaces the one of its field. */
  readonly files: readonly StoredFile[]
  /** By which a later submission is a duplicate of this one now. */
  readonly duplicateKey: string
}

/** Answers that later ones have replaced. */
export interface AnswerVersion {
  readonly revision: number
  readonly answers: Answers
  readonly files: readonly Pick<StoredFile, 'field' | 'name'>[]
}

/** What became of a submission. */
export type Added =
  | { readonly kind: 'added'; readonly id: string }
  /** The same key and content are stored; `id` is the application's. */
  | { readonly kind: 'already_added'; readonly id: string }
  /** The same key is stored with other content. */
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'duplicate' }

/**
 * Without a status all applications but the withdrawn ones. `search`: words in name, e-mail, company or any answer, in any order, any case, the last one as a prefix. No wildcards. `has`: fields that have
 * an answer each; `notes`, `meeting`, `stopped`, `asked` and `answered` as well.
 */
export interface ListQuery extends Omit<ParsedQuery, keyof DueFilter> {
  /** By default `date`. What is due in a span is listed by when it is due, whatever the order. */
  readonly order?: Order
  /** Only pending applications whose answer is due then. */
  readonly dueIn?: DueSpan
  /** `Page.nextCursor` of the page before; undefined for the first. */
  readonly cursor?: string
  /** Applications per page. */
  readonly limit: number
}

/** The applications that insights count: submitted at `from` or later, and before `before`. */
export interface FactQuery {
  readonly formType?: FormType
  readonly status?: Status
  readonly from?: Date
  readonly before?: Date
}

/** A part of the list. */
export interface Page {
  /** In the order of the query. */
  readonly applications: readonly Application[]
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined
  readonly total: number
  /** Whether `total` stopped at 1,000: with a search, a span of time, what is due, `has` or `source`, counting ends there. */
  readonly totalCapped: boolean
}

/** An application in quarantine. */
export interface Quarantined {
  readonly application: Application
  /** Why it is there, the heaviest first. */
  readonly reasons: readonly Signal[]
  /** When it will be deleted. */
  readonly until: Date
  /** The number of those by the same form and for the same reasons, this one included. */
  readonly alike: number
}

/** Another application, and the person keys that it shares with the requested one. */
export interface Related {
  readonly application: Application
  readonly shared: readonly PersonKind[]
}

/** A history entry without its details. */
export interface News {
  readonly id: string
  /** The revision that the change led to. */
  readonly revision: number
  /** `quarantined`: submitted, and in quarantine. */
  readonly what: Event['what'] | 'quarantined'
}

/**
 * The applications. A write is durable when it resolves. A deleted application is in no answer, but for `newsSince`; nor is one in quarantine, but for
 * the methods that name it. Every method rejects with AppError DATABASE_CONNECTION_FAILED or DATABASE_QUERY_FAILED when the database fails.
 */
export interface Applications {
  /**
   * Inserts record, files, history entry, outbox entries and idempotency key in one transaction, unless it is a repeat or a duplicate. Whose history
   * entry says so is quarantined: `purge` deletes it after `quarantineLife`. It is a duplicate also of what is in quarantine; all others are not, so
   * that spam in a person's name keeps nobody out.
   */
  add(application: NewApplication): Promise<Added>
  /**
   * Inserts an application from before this database in one transaction, unless its id is there, or it or its person was deleted for good (`erased`). It is not checked
   * for duplicates.
   */
  import(application: ImportedApplication): Promise<'imported' | 'already_there' | 'erased'>
  /**
   * Writes changes of one application in one transaction: all or none. `change` is based on the stored revision, each of `next` on the revision that
   * the one before leads to. A change can alter status, reviewer, notes, meeting, scores, withdrawal and the applicant's address.
   *
   * @example
   * const change = move(application, 'approved', admin, now, delivery, messages) // application.revision is 3
   * if (change.ok) await applications.save(change.value)
   * // update applications set status = 'approved', reviewed_at = …, revision = 4 where id = … and revision = 3
   * // insert into history: revision 4, {"what":"moved","from":"pending","to":"approved"}
   * // insert into outbox: mail.letter and sheet.row, both due when the hold ends
   * // counters of the form: pending - 1, approved + 1; in the search index the word for the status is replaced
   *
   * @returns `stale`, with nothing written, when the stored revision is another one, the application is deleted, or an entry that a change recalls
   * is claimed or sent
   */
  save(change: Change, ...next: readonly Change[]): Promise<'saved' | 'stale'>
  /**
   * Saves new answers with their files, history entry and outbox entries in one transaction, and keeps the earlier answers and files. Search, filters
   * and person keys follow. It works in quarantine, too.
   * @returns `stale`, as `save`
   */
  revise(revised: RevisedApplication): Promise<'saved' | 'stale'>
  /** Saves a change with a file that came with it, under a field that has none yet, in one transaction. @returns `stale`, as `save` */
  saveWithFile(change: Change, file: StoredFile | undefined): Promise<'saved' | 'stale'>
  /** All answers that later ones have replaced, oldest first, each under the revision that led to it, with the names of files that were replaced with it. */
  versions(id: string): Promise<readonly AnswerVersion[]>
  /** A replaced file, with its bytes; undefined when there is none. `revision`: of the answers that it belonged to. */
  earlierFile(id: string, field: string, revision: number): Promise<StoredFile | undefined>
  /** Notes that the reviewer has seen the answers of a revision. */
  markSeen(id: string, answersRevision: number): Promise<void>
  /**
   * Deletes an application until `undo`, and cancels its unsent outbox entries. After `holdUntil`, `purge` deletes it for good.
   * @param outbox entries to insert because of the deletion; an undo cancels them. Topics that outlive their application survive the purge.
   * @returns the revision that the deletion led to
   */
  remove(
    id: string,
    entry: HistoryEntry,
    holdUntil: Date,
    outbox?: readonly OutboxDraft[],
  ): Promise<{ kind: 'removed'; revision: number } | { kind: 'not_found' }>
  /**
   * Undoes the last decision or deletion within its hold. A decision: status and reviewer return, its unsent letter is cancelled. A deletion: the
   * outbox entries that it cancelled return. The history gets an entry for the undo.
   * @param revision of the decision or deletion to undo; undefined: the last one
   * @returns `changed` when the last one has another revision, `too_late` when its hold is over or its letter is claimed or sent; neither writes anything
   */
  undo(
    id: string,
    by: string,
    at: Date,
    delivery: Delivery,
    revision?: number,
  ): Promise<{ kind: 'undone'; application: Application } | { kind: 'too_late' | 'changed' | 'not_found' }>
  /** Those in quarantine, newest first, with every word of `search`. @throws AppError FORM_VALIDATION_FAILED for a cursor that it did not return */
  quarantined(query: Pick<ListQuery, 'cursor' | 'limit' | 'search'>): Promise<{
    readonly quarantined: readonly Quarantined[]
    readonly nextCursor: string | undefined
    /** All, whatever is searched for. */
    readonly total: number
  }>
  /** One in quarantine; undefined when it is not there. */
  inQuarantine(id: string): Promise<Application | undefined>
  /** Ends the quarantine of an application, and inserts the entries of the change. @returns `stale`, with nothing written, when it is not there any more */
  release(change: Change): Promise<'released' | 'stale'>
  /**
   * Deletes from quarantine for good: those with these ids, or those that are like an application and were submitted at `upTo` or earlier.
   * @returns the number
   */
  discard(which: { readonly ids: readonly string[] } | { readonly like: string; readonly upTo: Date }, now: Date): Promise<number>
  /** Deletes for good what was deleted and whose hold is over: record, answers, files, history and outbox entries. Returns the number of applications. */
  purge(now: Date): Promise<number>
  /** Undefined when there is none, or it is deleted. */
  byId(id: string): Promise<Application | undefined>
  /** Oldest first; empty when there is no such application. */
  history(id: string): Promise<readonly HistoryEntry[]>
  /** The file of a field, with its bytes; undefined when there is none. */
  file(id: string, field: string): Promise<StoredFile | undefined>
  /** The histories of several applications by id; see `history`. */
  histories(ids: readonly string[]): Promise<ReadonlyMap<string, readonly HistoryEntry[]>>
  /** The files of several applications, in the order of `ids`. */
  files(ids: readonly string[]): Promise<readonly FileOf[]>
  /**
   * A page of applications.
   * @throws AppError FORM_VALIDATION_FAILED for a cursor that `list` did not return in this order
   */
  list(query: ListQuery): Promise<Page>
  /** Streams every match in the order of the query, read in batches of `limit`; yields to the event loop between batches. For exports. */
  all(query: ListQuery): AsyncIterable<Application>
  /** The number of matches of `all`: exact, however many. */
  count(query: ListQuery): Promise<number>
  /** Applications that share an address, telephone number, company, domain or name with this one, newest first: of each key the newest 20. */
  related(id: string): Promise<readonly Related[]>
  /** Computes the totals of a form's scored applications anew. Their revisions stay. */
  retotal(formType: FormType, totalOf: (scores: Scores) => number | null): Promise<void>
  /** The numbers of applications that are not withdrawn, by status and by form. */
  stats(): Promise<Stats>
  /** Streams facts of applications that are not withdrawn, oldest first, in batches; yields to the event loop between batches. */
  facts(query: FactQuery): AsyncIterable<readonly Fact[]>
  /** The history entries of all applications from `since` on, of deleted ones too, newest first, `limit` at most. */
  newsSince(since: Date, limit: number): Promise<readonly News[]>
}
