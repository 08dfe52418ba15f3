import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/**
 * Raises SQLite's count of indexed rows. Earlier versions lowered it with each change that only removed words, and at zero FTS5 refuses every further
 * change and deletion. The count may be too high; nothing reads it.
 */
export async function wordCounts(trx: Db, { name }: Pick<Engine, 'name'>): Promise<void> {
  if (name === 'sqlite') await sql`insert into application_words (rowid, words) select seq, '' from applications`.execute(trx)
}
