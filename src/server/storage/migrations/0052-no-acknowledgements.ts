import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/** The comparison is made when it is asked for, from the outbox and the record of deletions. */
export async function noAcknowledgements(trx: Db): Promise<void> {
  await sql`drop table acknowledgements`.execute(trx)
  await sql`delete from settings where key = 'accounts'`.execute(trx)
}
