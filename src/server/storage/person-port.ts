import type { Application } from '../../applications/application.ts'
import type { HistoryEntry } from '../../applications/history.ts'
import type { OutboxDraft, OutboxEntry } from '../../applications/outbox.ts'
import type { Delivery } from '../../applications/outgoing.ts'
import type { PersonKey, StrongKind } from '../../applications/person.ts'
import type { RequestKind } from '../../applications/person-request.ts'
import type { Answers } from '../../forms/form.ts'
import type { FormType } from '../../shared/form-types.ts'
import type { Page, StoredFile } from './applications-port.ts'

/** Where an application of a person is: `quarantined` and `erasing` ones are in no list of the desk. */
export type Visibility = 'listed' | 'quarantined' | 'erasing'

/** An application, and the strong keys by which it belongs to a person. */
export interface Owned {
  readonly application: Application
  readonly shared: readonly StrongKind[]
  readonly visibility: Visibility
}

/** A file without its bytes. `revision`: of the answers that it belonged to; undefined while it belongs to the present ones. */
export interface OwnedFile extends Omit<StoredFile, 'bytes'> {
  readonly bytes: number
  readonly revision: number | undefined
}

/** Everything that is stored of one application. */
export interface Everything {
  readonly application: Application
  readonly visibility: Visibility
  /** Oldest first. */
  readonly history: readonly HistoryEntry[]
  /** Oldest first. */
  readonly messages: readonly OutboxEntry[]
  /** The answers that later ones have replaced, oldest first. */
  readonly earlier: readonly { readonly revision: number; readonly formVersion: string; readonly answers: Answers }[]
  /** Those of the present answers first. */
  readonly files: readonly OwnedFile[]
}

/** A strong key, with the keyed hash that stays in the record of deletions. */
export interface HashedKey extends PersonKey {
  readonly kind: StrongKind
  readonly hash: string
}

/** An erasure that waits: until `dueAt` it can be undone, and its applications are in no list. */
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
  /** What is sent because an application is deleted. @param revision of the application before */
  drafts(id: string, revision: number): readonly OutboxDraft[]
}

/** What a person asked for about their data. Days are as `2026-11-22`. */
export interface PersonRequest {
  readonly id: string
  readonly kind: RequestKind
  /** How the person is found: an address, a telephone number, a name. Empty once the person is erased, as the note. */
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

/** Applications whose period is over: those by a form without a history entry since `before`. */
export interface PeriodOver {
  readonly formType: FormType
  readonly before: Date
}

/** What is stored of a person, over all forms, whether or not the desk lists it. */
export interface Persons {
  /** The applications that have one of these strong keys, the newest first, 500 at most. */
  owned(keys: readonly PersonKey[]): Promise<readonly Owned[]>
  /** Undefined when there is no such application. */
  everything(id: string): Promise<Everything | undefined>
  /** A file with its bytes; undefined when there is none. */
  file(id: string, file: Pick<OwnedFile, 'field' | 'revision'>): Promise<StoredFile | undefined>
  /**
   * Deletes applications until `undoErasure`, in one transaction; those in quarantine stay there, and cannot be released. After `dueAt` `purge` deletes all
   * of them for good, and records the hashes of those keys that nothing else has.
   * @returns the applications that it erases; undefined, with nothing written, when none of them is there, or all are being erased
   */
  erase(erasure: NewErasure): Promise<Erasure | undefined>
  /** Undoes an erasure within its hold, in one transaction. */
  undoErasure(id: string, by: string, at: Date, delivery: Delivery): Promise<'undone' | 'too_late' | 'not_found'>
  /** The first to be due first. */
  waitingErasures(): Promise<readonly Erasure[]>
  /** Records a request. */
  addRequest(request: PersonRequest): Promise<void>
  /** The open requests, the first to be due first; after them those that were done, the last first, `limit` at most. */
  requests(limit: number): Promise<readonly PersonRequest[]>
  /** Notes that a request was done, or with null that it is open. */
  setRequestDone(id: string, at: Date | null): Promise<'saved' | 'not_found'>
  /**
   * Listed and withdrawn applications whose period is over, the oldest first, `limit` at most, and the number of all, which stops at 1,000. Nothing has happened to them
   * since, and nothing came from the same address.
   */
  periodOver(periods: readonly PeriodOver[], limit: number): Promise<Pick<Page, 'applications' | 'total' | 'totalCapped'>>
}
