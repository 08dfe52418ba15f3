import type { AccountMessage, Acknowledged } from '../../applications/accounts.ts'

/** A page of acknowledgements, in the order of ids. */
export interface AccountPage {
  readonly acknowledged: readonly Acknowledged[]
  /** Stored applications in this range of ids that were never acknowledged, with the time of submission. */
  readonly unacknowledged: readonly { readonly id: string; readonly at: Date }[]
}

/** The acknowledgements, and what is stored for each. They are written with the applications (see `acknowledgements` in tables.ts). */
export interface Accounts {
  /** All acknowledgements, some hundred per page. Yields to the event loop between pages. */
  pages(): AsyncIterable<AccountPage>
  /** Stored applications that the desk does not list, by id. */
  hidden(): Promise<ReadonlyMap<string, 'deleted' | 'quarantine'>>
  /** The outbox entries of applications for confirmations, rows and removals, by id. Applications without any are missing. */
  messages(ids: readonly string[]): Promise<ReadonlyMap<string, readonly AccountMessage[]>>
  /** Those of these applications that were acknowledged and are missing, but were not deleted: their rows in the spreadsheet must stay. */
  lost(ids: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Marks differences as explained: an application that is not stored counts as deleted, a stored one as acknowledged.
   * @returns the number of differences among `ids`
   */
  explain(ids: readonly string[], at: Date): Promise<number>
}
