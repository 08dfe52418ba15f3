import { sql } from 'kysely'
import type { Db } from '../engine.ts'

/** Finds whether the owner of an address has proven it, also by an application that is deleted since. */
export async function proven(trx: Db): Promise<void> {
  await sql.raw('create index applications_proven on applications (email_key) where proven_at is not null').execute(trx)
}
