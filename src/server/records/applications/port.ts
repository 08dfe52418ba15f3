import type { Application } from '../../../applications/application.ts'
import type { HistoryEntry } from '../../../applications/history.ts'
import type { Change } from '../../../applications/moves.ts'
import type { OutboxDraft } from '../../../applications/outbox.ts'
import type { Answers, DuplicateRule } from '../../../forms/form.ts'
import type { Db } from '../../database/tables.ts'

/** A file that came with a submission. */
export interface StoredFile {
  /** The form's field. */
  readonly field: string
  readonly name: string
  /** Media type. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** The idempotency key of a submission: until `until`, the same key with the same content is the same submission. */
export interface IdempotencyClaim {
  readonly key: string
  /** A hash of the content: equal for equal content only. */
  readonly content: string
  readonly until: Date
}

/** A change with what a feature writes about it, in the same transaction: it may await only its own statements, and may run more than once. */
export type StoredChange = Change & { readonly write?: (trx: Db) => Promise<unknown> }

/** How the storage finds an earlier submission of which a new one is a duplicate. */
export interface DuplicateCheck {
  /** Equal for submissions that are duplicates by the form's rule. */
  readonly key: string
  readonly rule: DuplicateRule
  /** For `within_a_day`: only later submissions count. */
  readonly since: Date
}

/** A submission with everything that is stored for it. */
export interface NewApplication {
  readonly change: Change
  readonly files: readonly StoredFile[]
  readonly duplicate: DuplicateCheck
  readonly idempotency: IdempotencyClaim | undefined
}

/** An imported application, with its current status. */
export interface ImportedApplication {
  readonly change: Change
  /** By which a later submission is a duplicate of this one. The import itself is not checked for duplicates. */
  readonly duplicate: Pick<DuplicateCheck, 'key' | 'rule'>
  /** The keyed hashes of its address and telephone number: a person who was erased since it was submitted stays erased. */
  readonly personHashes?: readonly string[]
}

/** An application with new answers (`changeAnswers`). */
export interface RevisedApplication {
  readonly change: Change
  /** New files. Each replaces the file of its field. */
  readonly files: readonly StoredFile[]
  /** The new key by which a later submission is a duplicate of this one. */
  readonly duplicateKey: string
}

/** Answers that later ones have replaced. */
export interface AnswerVersion {
  readonly revision: number
  readonly answers: Answers
  readonly files: readonly Pick<StoredFile, 'field' | 'name'>[]
}

/** The result of adding a submission. */
export type Added =
  | { readonly kind: 'added'; readonly id: string }
  /** The same key and content were stored before, as the application `id`. */
  | { readonly kind: 'already_added'; readonly id: string }
  /** The same key was stored before with other content. */
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'duplicate' }

/**
 * The applications. A write is durable when it resolves. No method returns deleted applications, except `newsSince`, or quarantined ones, except those
 * methods that are about quarantine. Every method rejects with AppError DATABASE_CONNECTION_FAILED or DATABASE_QUERY_FAILED when the database fails.
 */
export interface Applications {
  /**
   * Inserts record, files, history entry, outbox entries and idempotency key in one transaction, unless it is a repeat or a duplicate. The history entry
   * says whether the application is quarantined; then `purge` deletes it after `quarantineLife`. Only a quarantined submission can be a duplicate of a
   * quarantined one, so that spam in a person's name does not block the person.
   */
  add(application: NewApplication): Promise<Added>
  /**
   * Inserts an imported application in one transaction, without a check for duplicates.
   * @returns `already_there` when its id is stored; `erased` when it, or its person, was deleted for good. Nothing is written then.
   */
  import(application: ImportedApplication): Promise<'imported' | 'already_there' | 'erased'>
  /**
   * Writes changes in one transaction: all or none. The first change of an application is based on the stored revision, each further one on the revision
   * after the change before it. A change can set status, reviewer, notes, meeting, scores, the end of its review and the applicant's address. The undo of a deletion
   * lists the application again, and restores the outbox entries that the deletion cancelled.
   *
   * @example
   * const change = move(application, 'approved', admin, now, delivery, messages) // application.revision is 3
   * if (change.ok) await applications.save(change.value)
   * // update applications set status = 'approved', reviewed_at = …, revision = 4 where id = … and revision = 3
   * // insert into history: revision 4, {"what":"moved","from":"pending","to":"approved"}
   * // insert into outbox: mail.letter and sheet.row, both due when the hold ends
   * // counters of the form: pending - 1, approved + 1; in the search index the word for the status is replaced
   *
   * @returns `stale`, with nothing written, when a stored revision is a different one, an application is deleted (for an undo of the deletion: is not), or an
   * outbox entry that a change cancels is claimed or sent
   */
  save(change: StoredChange, ...next: readonly StoredChange[]): Promise<'saved' | 'stale'>
  /**
   * Saves new answers with their files, history entry and outbox entries in one transaction, stores the earlier answers and files as a version, and
   * updates search index and person keys. Also for applications in quarantine.
   * @returns `stale`, as `save`
   */
  revise(revised: RevisedApplication): Promise<'saved' | 'stale'>
  /** Saves a change with its file, for a field that has no file yet, in one transaction. @returns `stale`, as `save` */
  saveWithFile(change: Change, file: StoredFile | undefined): Promise<'saved' | 'stale'>
  /** All earlier versions of the answers, oldest first, each with the revision that led to it and the names of the files that were replaced with it. */
  versions(id: string): Promise<readonly AnswerVersion[]>
  /** A replaced file with its bytes; undefined when there is none. `revision`: that of the answers to which it belonged. */
  earlierFile(id: string, field: string, revision: number): Promise<StoredFile | undefined>
  /** Records that the reviewer has read the answers of a revision. If there are newer ones, it stays unread. Not a change: no revision and no history entry. */
  markRead(id: string, answersRevision: number, at: Date): Promise<void>
  /**
   * Hides an application as deleted, and cancels its unsent outbox entries. `save` can restore both. After `holdUntil`, `purge` deletes it for good.
   * @param outbox entries to insert because of the deletion; an undo cancels them. Entries of topics that outlive their application survive the purge.
   * @returns the revision that the deletion led to
   */
  remove(
    id: string,
    entry: HistoryEntry,
    holdUntil: Date,
    outbox?: readonly OutboxDraft[],
  ): Promise<{ kind: 'removed'; revision: number } | { kind: 'not_found' }>
  /**
   * A deleted application that is not in quarantine and can still be restored; undefined when there is none. `holdUntil`: the end of the hold of the deletion.
   * `isErased`: it was deleted by an erasure, which is undone as a whole.
   */
  deleted(
    id: string,
  ): Promise<{ readonly application: Application; readonly holdUntil: Date; readonly isErased: boolean } | undefined>
  /** An application in quarantine; undefined when it is not in quarantine. */
  inQuarantine(id: string): Promise<Application | undefined>
  /** Ends the quarantine of an application, and inserts the entries of the change. @returns `stale`, with nothing written, when it is no longer in quarantine */
  release(change: Change): Promise<'released' | 'stale'>
  /**
   * Deletes applications in quarantine for good, as spam: those with these ids, or those similar to an application that were submitted at `upTo` or earlier.
   * `bySender`: it is no spam, but erased at its sender's wish.
   * @returns how many it deleted
   */
  discard(
    which: { readonly ids: readonly string[]; readonly bySender?: true } | { readonly like: string; readonly upTo: Date },
    now: Date,
  ): Promise<number>
  /** Deletes applications for good whose deletion is past its hold: record, answers, files, history and outbox entries. @returns the number of applications */
  purge(now: Date): Promise<number>
  /** Undefined when there is none, or when it is deleted. */
  byId(id: string): Promise<Application | undefined>
  /** Oldest first; empty when there is no such application. */
  history(id: string): Promise<readonly HistoryEntry[]>
  /** The file of a field, with its bytes; undefined when there is none. */
  file(id: string, field: string): Promise<StoredFile | undefined>
}
