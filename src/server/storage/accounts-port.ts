import type { AccountMessage, Acknowledged } from '../../applications/accounts.ts'

/** Some of what was acknowledged, in the order of ids. */
export interface AccountPage {
  readonly acknowledged: readonly Acknowledged[]
  /** Applications between these that are stored, and were never acknowledged: ids, and when they were submitted. */
  readonly unacknowledged: readonly { readonly id: string; readonly at: Date }[]
}

/** What was acknowledged, and what became of it. It is written with the applications (see `acknowledgements` in tables.ts). */
export interface Accounts {
  /** Everything that was ever acknowledged, some hundred at a time; between two pages others have their turn. */
  pages(): AsyncIterable<AccountPage>
  /** Stored applications that are not at the desk, by id. */
  hidden(): Promise<ReadonlyMap<string, 'deleted' | 'quarantine'>>
  /** The confirmations, rows and removals of applications, by id; those without any are missing. */
  messages(ids: readonly string[]): Promise<ReadonlyMap<string, readonly AccountMessage[]>>
  /** Those of these applications that were acknowledged, are not stored, and were not deleted: what is left of them elsewhere must stay. */
  lost(ids: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Records that someone knows why these disagree: of those that are not stored, that they are rightly deleted; of those that are, that they are
   * rightly there. Returns how many were in disagreement.
   */
  explain(ids: readonly string[], at: Date): Promise<number>
}
