import type { Application, Status } from '../../../applications/application.ts'
import type { HistoryEntry } from '../../../applications/history.ts'
import type { OutboxDraft, OutboxEntry } from '../../../applications/outbox.ts'
import type { Delivery } from '../../../applications/outgoing/change.ts'
import type { PersonKey, StrongKind } from '../../../applications/person.ts'
import type { PersonRequestKind } from '../../../applications/person-request.ts'
import type { Answers } from '../../../forms/form.ts'
import type { FormType } from '../../../shared/form-types.ts'
import type { StoredAddress } from '../../database/stored.ts'
import type { Page } from '../applications/lists.ts'
import type { StoredFile } from '../applications/port.ts'

/** Where an application of a person is. The desk lists neither `quarantined` nor `erasing` ones. */
export type Visibility = 'listed' | 'quarantined' | 'erasing'

/** An application, and the strong keys by which it belongs to a person. */
export interface Owned {
  readonly application: Application
  readonly shared: readonly StrongKind[]
  readonly visibility: Visibility
}

/** A file without its content; `bytes` is its size. `revision`: that of the earlier answers to which it belonged; undefined for the current answers. */
export interface OwnedFile extends Omit<StoredFile, 'bytes'> {
  readonly bytes: number
  readonly revision: number | undefined
}

/** Everything that is stored about one application. */
export interface Everything {
  readonly application: Application
  readonly visibility: Visibility
  /** Oldest first. */
  readonly history: readonly HistoryEntry[]
  /** Oldest first. */
  readonly messages: readonly OutboxEntry[]
  /** The earlier versions of the answers, oldest first. */
  readonly earlier: readonly { readonly revision: number; readonly formVersion: string; readonly answers: Answers }[]
  /** Those of the current answers first. */
  readonly files: readonly OwnedFile[]
}

/** A strong key, with its keyed hash, by which requests of the person are found; those of addresses are recorded. */
export interface HashedKey extends PersonKey {
  readonly kind: StrongKind
  readonly hash: string
}

/** A waiting erasure. Until `dueAt` it can be undone; its applications are in no list. */
export interface Erasure {
  readonly id: string
  readonly requestedAt: Date
  readonly dueAt: Date
  /** The admin's address. */
  readonly by: string
  /** The addresses and telephone numbers of its applications. */
  readonly keys: readonly HashedKey[]
  /** Ids. */
  readonly applications: readonly string[]
}

/** An erasure to begin. */
export interface NewErasure extends Erasure {
  /** The outbox entries for the deletion of an application. @param revision of the application before it */
  drafts(id: string, revision: number): readonly OutboxDraft[]
}

/** A request of a person about their data. Days have the form `2026-11-22`. */
export interface PersonRequest {
  readonly id: string
  readonly kind: PersonRequestKind
  /** An address, a telephone number or a name by which the person is found. It is emptied, like the note, when the person is erased. */
  readonly person: string
  /** The keyed hash of an address or a telephone number; empty for anything else. */
  readonly personHash: string
  readonly received: string
  readonly due: string
  readonly note: string
  readonly createdAt: Date
  /** Null while it is open. */
  readonly doneAt: Date | null
}

/** The applications of a form whose retention period is over: those without a history entry since `before`. */
export interface PeriodOver {
  readonly formType: FormType
  readonly before: Date
  /** Leaves out applications with this status. */
  readonly except?: Status
}

/** What is stored about persons, by all forms, whether or not the desk lists it. */
export interface Persons {
  /** The applications with one of these strong keys, newest first, at most 500. */
  owned(keys: readonly PersonKey[]): Promise<readonly Owned[]>
  /** Undefined when there is no such application. */
  everything(id: string): Promise<Everything | undefined>
  /** A file with its content; undefined when there is none. */
  file(id: string, file: Pick<OwnedFile, 'field' | 'revision'>): Promise<StoredFile | undefined>
  /**
   * Hides applications as deleted, in one transaction. `undoErasure` restores them. Those in quarantine stay there and cannot be released. After `dueAt`,
   * `purge` deletes all of them for good, and records the hashes of those addresses that no other application has.
   * @returns the erasure with the applications that it covers; undefined, with nothing written, when none of them exists, or all are being erased already
   */
  erase(erasure: NewErasure): Promise<Erasure | undefined>
  /** Undoes an erasure before it is due, in one transaction. */
  undoErasure(id: string, by: string, at: Date, delivery: Delivery): Promise<'undone' | 'too_late' | 'not_found'>
  /** In the order of their due times. */
  waitingErasures(): Promise<readonly Erasure[]>
  /** What features store of addresses. */
  stored(emails: readonly string[]): Promise<readonly (StoredAddress & { readonly feature: string })[]>
  /** Deletes what a feature stores of an address. @returns false when it stores nothing */
  removeStored(feature: string, email: string): Promise<boolean>
  /** Records a request. */
  addRequest(request: PersonRequest): Promise<void>
  /** The open requests in the order of their due days; then those that are done, the most recent first, at most `limit`. */
  requests(limit: number): Promise<readonly PersonRequest[]>
  /** Marks a request as done, or, with null, as open. */
  setRequestDone(id: string, at: Date | null): Promise<'saved' | 'not_found'>
  /**
   * Applications, neither deleted nor in quarantine, whose retention period is over, oldest first, at most `limit`, and their total, which stops at 1,000. The period is
   * over when the application has not changed, and nothing was submitted from the same address, since `before`.
   */
  periodOver(periods: readonly PeriodOver[], limit: number): Promise<Pick<Page, 'applications' | 'total' | 'totalCapped'>>
}
