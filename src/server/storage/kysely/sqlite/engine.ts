import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'
import { type Connection, connect } from './connection.ts'
import { kyselyOver } from './dialect.ts'
import { inThisThread } from './inserter.ts'
import { limitsInMemory } from './limits.ts'
import { holdFolder } from './lock.ts'
import { wordIndex } from './search.ts'
import { inThread } from './thread.ts'
import { Writer } from './writer.ts'

/**
 * SQLite in `folder`: one connection that writes, one that reads.
 * @param sharesFolder true for a tool that works while a server runs: it does not lock the folder
 * @param thread the built insert-thread.ts: submissions are inserted in a thread of its own. Without it, in this one
 * @throws AppError when another server holds the folder, or commits would not be durable.
 */
export function sqlite(
  folder: string,
  { sharesFolder = false, thread }: { readonly sharesFolder?: boolean; readonly thread?: URL } = {},
): Engine {
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
  const inserter = thread === undefined ? inThisThread(writing) : inThread(thread, join(folder, 'kolam.sqlite'))
  const writer = new Writer(writing, kyselyOver(writing), inserter)
  const read = kyselyOver(reading)
  // an earlier process may have ended between a deletion and this
  let isLogStale = true
  const settled = async (): Promise<void> => {
    const last = reading.get<{ last: number | null }>('select max(seq) as last from unindexed', [])?.last ?? null
    if (last !== null) await writer.indexUpTo(last)
  }
  return {
    name: 'sqlite',
    exclusive: !sharesFolder,
    read,
    write: (work, urgency) => writer.write(work, urgency),
    writeOne: (work, urgency) => writer.write(work, urgency),
    // The first call starts the thread, and the indexing of words that are missing.
    prepare: () => writer.indexUpTo(0),
    insert: (insertion) => writer.insert(insertion),
    lock: async () => {},
    together: async (db: Db, writes) => {
      for (const write of writes) await db.executeQuery(write.compile())
    },
    skipLocked: sql``,
    search: wordIndex(read, settled),
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
      await inserter.close()
      reading.close()
      writing.close()
      lock?.release()
    },
  }
}
