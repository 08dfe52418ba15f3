import type { Engine } from '../database/engine.ts'
import type { Limits } from '../database/limits.ts'
import type { Settings } from '../database/settings.ts'
import type { FormSnapshots } from '../forms/versions.ts'
import type { LinkStates } from '../links/port.ts'
import type { Measures } from '../metrics/store.ts'
import type { HelperLinks, Passcodes, Passkeys, Refusals, Responses, Sessions } from '../records/access/port.ts'
import type { StoredApplications } from '../records/applications/lists.ts'
import type { Edits } from '../records/edits/edits.ts'
import type { Outbox } from '../records/outbox/port.ts'
import type { Persons } from '../records/persons/port.ts'
import type { Slots } from '../records/slots.ts'
import type { Witnesses } from '../sheets/store.ts'

/** The storage, with the store of each feature. */
export interface Storage {
  readonly applications: StoredApplications
  readonly witnesses: Witnesses
  readonly outbox: Outbox
  readonly passcodes: Passcodes
  readonly passkeys: Passkeys
  readonly refusals: Refusals
  readonly sessions: Sessions
  readonly helperLinks: HelperLinks
  readonly responses: Responses
  readonly settings: Settings
  /** For the stores of features. */
  readonly engine: Engine
  readonly edits: Edits
  readonly persons: Persons
  readonly formSnapshots: FormSnapshots
  readonly linkStates: LinkStates
  readonly slots: Slots
  readonly limits: Limits
  /** The server's key. */
  readonly serverKey: string
  /** The number of rows of the record of deletions that were sealed with a key which this server does not have. */
  unmatchedRows(): Promise<number>
  measures(): Promise<Measures>
  /** Rejects when the database does not respond, has no schema, or accepts no writes. */
  ping(): Promise<void>
  /** Deletes expired rows: idempotency keys, passcodes, sessions (a week later), devices, responses, unused pictures, what features let expire. */
  sweep(now: Date): Promise<void>
  /** The latest time at which a server ran on this database; undefined when none did. */
  latestTime(): Promise<Date | undefined>
  /** Raises the latest time. An earlier one changes nothing. */
  raiseLatestTime(at: Date): Promise<unknown>
  close(): Promise<void>
}
