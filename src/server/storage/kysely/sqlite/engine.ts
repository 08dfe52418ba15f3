import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'
import { type Connection, connect, kyselyOver } from './connection.ts'
import { limitsInMemory } from './limits.ts'
import { holdFolder } from './lock.ts'
import { wordIndex } from './search.ts'
import { Writer } from './writer.ts'

/**
 * SQLite in `folder`: one connection that writes, one that reads.
 * @param sharesFolder true for a tool that works while a server runs: it does not lock the folder
 * @throws AppError when another server holds the folder, or commits would not be durable.
 */
export function sqlite(folder: string, { sharesFolder = false }: { readonly sharesFolder?: boolean } = {}): Engine {
  // Nobody else's business: what is in it is personal.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = sharesFolder ? undefined : holdFolder(join(folder, 'server.lock'), folder)
  const open = (): { readonly writing: Connection; readonly reading: Connection } => {
    const file = join(folder, 'kolam.sqlite')
    try {
      return { writing: connect(file, 'write'), reading: connect(file, 'read') }
    } catch (error) {
      lock?.release()
      throw error
    }
  }
  const { writing, reading } = open()
  const trx = kyselyOver(writing)
  const writer = new Writer(writing, trx)
  const read = kyselyOver(reading)
  // an earlier process may have ended between a deletion and this
  let isLogStale = true
  return {
    name: 'sqlite',
    exclusive: !sharesFolder,
    read,
    write: (work) => writer.write(work),
    lock: async () => {},
    together: async (db: Db, writes) => {
      for (const write of writes) await db.executeQuery(write.compile())
    },
    skipLocked: (query) => query,
    search: wordIndex(read),
    nextSeq: sql<number>`(select coalesce(max(seq), 0) + 1 from sqlite_sequence where name = 'applications')`,
    limits: limitsInMemory(),
    shards: 1,
    types: { key: 'integer', moment: 'integer', bytes: 'blob' },
    truncateLog: async (deleted) => {
      isLogStale ||= deleted
      if (isLogStale) isLogStale = !(await writer.truncateLog())
    },
    ping: async () => {
      await sql`select 1 from migrations limit 1`.execute(read)
      // A transaction without a change: whether another process keeps the file for itself.
      await writer.write(async () => {})
    },
    close: async () => {
      await writer.close()
      reading.close()
      writing.close()
      lock?.release()
    },
  }
}
