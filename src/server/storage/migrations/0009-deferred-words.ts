import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/** SQLite's list of the applications whose words are not in the index yet. PostgreSQL's index follows the row by itself. */
export async function deferredWords(trx: Db, { name }: Pick<Engine, 'name'>): Promise<void> {
  if (name === 'sqlite') await sql`create table unindexed (seq integer primary key not null)`.execute(trx)
}
