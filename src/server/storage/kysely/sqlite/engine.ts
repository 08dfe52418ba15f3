import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { AppError } from '../../../../shared/errors.ts'
import type { Engine } from '../engine.ts'
import type { Db } from '../tables.ts'
import { type Connection, connect } from './connection.ts'
import { kyselyOver } from './dialect.ts'
import { inThisThread } from './inserter.ts'
import { limitsInMemory } from './limits.ts'
import { lockFolder } from './lock.ts'
import { wordIndex } from './search.ts'
import { type InsertThread, inThread } from './thread.ts'
import { Writer } from './writer.ts'

/**
 * Makes a check that a file was not moved, deleted or replaced since now. SQLite continues to write to an open file without a name: all of it would be lost at
 * the next start.
 * @returns throws AppError DATABASE_CONNECTION_FAILED when it was
 */
function moveCheck(file: string): () => void {
  // As SQLite does itself. The number of the device may change when a network's folder is mounted again.
  const inode = () => statSync(file, { throwIfNoEntry: false })?.ino
  const opened = inode()
  return () => {
    if (inode() === opened) return
    const cause = new Error(
      `${file} was moved, deleted or replaced while the server was running. Put it back, or restart the server.`,
    )
    throw new AppError('DATABASE_CONNECTION_FAILED', { cause })
  }
}

/**
 * SQLite in `folder`, with one connection for writing and one for reading.
 * @param sharesFolder true for a tool that runs while a server runs: it does not lock the folder
 * @param thread the text of the built insert-thread.ts, for inserting submissions in a separate thread; without it, they are inserted in this one
 * @throws AppError when another server has locked the folder, or commits would not be durable
 */
export function sqlite(
  folder: string,
  { sharesFolder = false, thread }: { readonly sharesFolder?: boolean; readonly thread?: InsertThread } = {},
): Engine {
  // For this user only: the folder contains personal data.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = sharesFolder ? undefined : lockFolder(join(folder, 'server.lock'), folder)
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
  const here = inThisThread(writing)
  const inserter = thread === undefined ? here : inThread(thread, join(folder, 'kolam.sqlite'), here)
  const writer = new Writer(writing, kyselyOver(writing), inserter)
  const refuseMoved = moveCheck(join(folder, 'kolam.sqlite'))
  const write: Engine['write'] = async (work, urgency) => {
    refuseMoved()
    return writer.write(work, urgency)
  }
  const read = kyselyOver(reading)
  // An earlier process may have ended between a deletion and the truncation.
  let isLogStale = true
  const lastUnindexed = () => reading.get<{ last: number | null }>('select max(seq) as last from unindexed', [])?.last ?? null
  const settled = async (): Promise<void> => {
    const last = lastUnindexed()
    if (last !== null) await writer.indexUpTo(last)
  }
  return {
    name: 'sqlite',
    exclusive: !sharesFolder,
    read,
    write,
    writeOne: write,
    // Starts to index words that an earlier process did not index.
    prepare: async () => {
      if (lastUnindexed() !== null) await writer.indexUpTo(0)
    },
    insert: async (insertion) => {
      refuseMoved()
      return writer.insert(insertion)
    },
    lock: async () => {},
    together: async (db: Db, writes) => {
      for (const write of writes) await db.executeQuery(write.compile())
    },
    skipLocked: sql``,
    clockAhead: () => sql`0`,
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
      // An empty transaction: it fails when another process locks the file.
      await write(async () => {})
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
