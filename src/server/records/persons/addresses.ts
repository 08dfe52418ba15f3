import type { Db } from '../../database/tables.ts'

/** An address that a feature stores apart from applications. */
export interface StoredAddress {
  readonly email: string
  readonly storedAt: Date
  /** Whether its owner has proven it. */
  readonly isProven: boolean
  /** What is stored, after the address: `gets one letter when the next cohort opens`. */
  readonly text: string
}

/** The addresses that a feature stores, for what the core knows of a person, and must erase. */
export interface Addresses {
  all(db: Db): Promise<readonly StoredAddress[]>
  find(db: Db, email: string): Promise<StoredAddress | undefined>
  /** Deletes an address with its mail. @returns false when it is not there */
  remove(trx: Db, email: string): Promise<boolean>
}
