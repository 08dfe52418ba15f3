import type { Application } from '../../applications/application.ts'
import type { HistoryEntry } from '../../applications/history.ts'
import type { OutboxEntry } from '../../applications/outbox.ts'
import type { PersonKey, StrongKind } from '../../applications/person.ts'
import type { Answers } from '../../forms/form.ts'
import type { StoredFile } from './applications-port.ts'

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

/** What is stored of a person, over all forms, whether or not the desk lists it. */
export interface Persons {
  /** The applications that have one of these strong keys, the newest first, 500 at most. */
  owned(keys: readonly PersonKey[]): Promise<readonly Owned[]>
  /** Undefined when there is no such application. */
  everything(id: string): Promise<Everything | undefined>
  /** A file with its bytes; undefined when there is none. */
  file(id: string, file: Pick<OwnedFile, 'field' | 'revision'>): Promise<StoredFile | undefined>
}
