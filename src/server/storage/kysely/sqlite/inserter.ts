import type { Insertion } from '../applications/insertion.ts'
import type { Connection } from './connection.ts'
import { type Indexed, indexDeferred } from './deferred-words.ts'
import { insertAll, type Outcome } from './insert.ts'

/** Inserts submissions and indexes their words: in this thread, or in one of its own. */
export interface Inserter {
  /** See insert.ts. */
  insertAll(insertions: readonly Insertion[]): Promise<readonly Outcome[]>
  /** See deferred-words.ts. */
  indexDeferred(most: number): Promise<Indexed>
  close(): Promise<void>
}

/** Works on a connection of this thread, which does nothing else meanwhile. Who opened the connection closes it. */
export const inThisThread = (connection: Connection): Inserter => ({
  insertAll: async (insertions) => {
    // the answers of the batch before go first
    await new Promise((resolve) => setImmediate(resolve))
    return insertAll(connection, insertions)
  },
  indexDeferred: async (most) => indexDeferred(connection, most),
  close: async () => {},
})
