import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/** The words of a folded text, as the index had them when this migration was released. */
const wordsOf = (text: string): readonly string[] => text.split(/[\0-/:-@[-`{-\x7f]+/).filter((word) => word !== '')

/**
 * Indexes the applications whose words SQLite's index lacks, and drops the list of them: from now on an application and its words are written in one
 * transaction.
 */
export async function indexedWords(trx: Db, { name }: Pick<Engine, 'name'>): Promise<void> {
  if (name !== 'sqlite') return
  const { rows } = await sql<{ seq: number; volume: number; text: string }>`
    select a.seq, a.volume, a.search_text || ' ' || a.facets as text from unindexed u join applications a on a.seq = u.seq`.execute(
    trx,
  )
  for (const { seq, volume, text } of rows) {
    const words = Array.from(new Set(wordsOf(text)), (word) => `${volume}`.padStart(5, '0') + word)
    await sql`insert into application_words (rowid, words) values (${seq}, ${words.join(' ')})`.execute(trx)
  }
  await sql`drop table unindexed`.execute(trx)
}
