import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Insertion } from '../applications/insertion.ts'
import type { Connection } from './connection.ts'
import { type Indexed, indexDeferred } from './deferred-words.ts'
import { insertAll, type Outcome } from './insert.ts'

/** Inserts submissions and indexes their words, in this thread or in a separate one. */
export interface Inserter {
  /** See insert.ts. */
  insertAll(insertions: readonly Insertion[]): Promise<readonly Outcome[]>
  /** See deferred-words.ts. */
  indexDeferred(max: number): Promise<Indexed>
  close(): Promise<void>
}

/** Works on a connection in this thread, and blocks it meanwhile. The caller closes the connection. */
export const inThisThread = (connection: Connection): Inserter => ({
  insertAll: async (insertions) => {
    // The replies to the previous batch are sent first.
    await nextTurn()
    return insertAll(connection, insertions)
  },
  indexDeferred: async (max) => indexDeferred(connection, max),
  close: async () => {},
})
