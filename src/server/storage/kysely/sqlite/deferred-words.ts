import { entryWords, type IndexEntry } from '../search/index-entry.ts'
import type { Connection } from './connection.ts'

// An acknowledged submission is in its table at once. Its words follow in a transaction of their own: they cost more than all the rest, and only a
// search needs them, which waits until they are there. `unindexed` lists the applications whose words are missing, so a restart continues.

/** Marks an application's words as missing. */
export const deferWords = (connection: Connection, seq: number): void =>
  connection.run('insert into unindexed (seq) values (?)', [seq])

const insertWords = 'insert into application_words (rowid, words) values (?, ?)'
const selectDeferred = `select a.seq, a.volume, a.search_text, a.facets
  from unindexed u join applications a on a.seq = u.seq order by u.seq limit ?`

/** Indexing ends after this time, so that nobody waits long behind it. Milliseconds. */
const longestBatchMs = 8

/** What a call of `indexDeferred` did. */
export interface Indexed {
  /** Applications that it indexed. */
  readonly count: number
  /** The number of the last one; 0 when there was none. */
  readonly last: number
  /** Whether no words are missing any more. */
  readonly isComplete: boolean
}

/**
 * Indexes the oldest applications whose words are missing, in a transaction. It is not synced: what a power failure takes from the index is still
 * listed as missing, and the next commit of anything else syncs both.
 * @param most applications, at most
 * @throws when the transaction fails; the words are missing as before
 */
export function indexDeferred(connection: Connection, most: number): Indexed {
  const until = performance.now() + longestBatchMs
  connection.db.exec('pragma synchronous = normal')
  try {
    connection.control('begin immediate')
    let [count, last] = [0, 0]
    const entries = connection.all<IndexEntry>(selectDeferred, [most])
    for (const entry of entries) {
      if (count > 0 && performance.now() > until) break
      connection.run(insertWords, [entry.seq, entryWords(entry).join(' ')])
      connection.run('delete from unindexed where seq = ?', [entry.seq])
      count += 1
      last = entry.seq
    }
    connection.control('commit')
    return { count, last, isComplete: count === entries.length && count < most }
  } catch (error) {
    connection.rollBack()
    throw error
  } finally {
    connection.db.exec('pragma synchronous = full')
  }
}
