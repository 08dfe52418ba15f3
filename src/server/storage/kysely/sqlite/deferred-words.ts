import { entryWords, type IndexEntry } from '../search/index-entry.ts'
import type { Connection } from './connection.ts'

// The words of a submission are indexed after its acknowledgement, in a separate transaction: they cost more than all other rows, and only a search
// needs them, which waits for them. `unindexed` lists the applications whose words are missing, so indexing continues after a restart.

/** Marks an application's words as missing. */
export const deferWords = (connection: Connection, seq: number): void =>
  connection.run('insert into unindexed (seq) values (?)', [seq])

const insertWords = 'insert into application_words (rowid, words) values (?, ?)'
const selectDeferred = `select a.seq, a.volume, a.search_text, a.facets
  from unindexed u join applications a on a.seq = u.seq order by u.seq limit ?`

/** Indexing ends after this time, so that other writes do not wait long. */
const maxBatchMs = 8

/** The result of `indexDeferred`. */
export interface Indexed {
  /** How many applications it indexed. */
  readonly count: number
  /** The `seq` of the last one; 0 when there was none. */
  readonly last: number
  /** Whether all words are indexed now. */
  readonly isComplete: boolean
}

/**
 * Indexes the oldest applications whose words are missing, in a transaction without a sync: if a power failure undoes it, the words are still listed as
 * missing, and the next synced commit makes both durable.
 * @param max the limit of applications
 * @throws when the transaction fails; nothing is indexed then
 */
export function indexDeferred(connection: Connection, max: number): Indexed {
  const until = performance.now() + maxBatchMs
  connection.db.exec('pragma synchronous = normal')
  try {
    connection.control('begin immediate')
    let count = 0
    let last = 0
    const entries = connection.all<IndexEntry>(selectDeferred, [max])
    for (const entry of entries) {
      if (count > 0 && performance.now() > until) break
      connection.run(insertWords, [entry.seq, entryWords(entry).join(' ')])
      connection.run('delete from unindexed where seq = ?', [entry.seq])
      count += 1
      last = entry.seq
    }
    connection.control('commit')
    return { count, last, isComplete: count === entries.length && count < max }
  } catch (error) {
    connection.rollBack()
    throw error
  } finally {
    connection.db.exec('pragma synchronous = full')
  }
}
