import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import type { Engine } from '../engine.ts'
import { insertion } from '../insertion.ts'
import type { Db } from '../tables.ts'
import { type Connection, connect } from './connection.ts'
import { kyselyOver } from './dialect.ts'
import { limitsInMemory } from './limits.ts'
import { lockFolder } from './lock.ts'
import { wordIndex } from './search.ts'
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
 * @throws AppError when another server has locked the folder, or commits would not be durable
 */
export function sqlite(folder: string, { sharesFolder = false }: { readonly sharesFolder?: boolean } = {}): Engine {
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
  const writer = new Writer(writing, kyselyOver(writing))
  const refuseMoved = moveCheck(join(folder, 'kolam.sqlite'))
  const write: Engine['write'] = async (work) => {
    refuseMoved()
    return writer.write(work)
  }
  const read = kyselyOver(reading)
  // An earlier process may have ended between a deletion and the truncation.
  let isLogStale = true
  return {
    name: 'sqlite',
    exclusive: !sharesFolder,
    serverKeys: [],
    read,
    write,
    writeOne: write,
    lock: async () => {},
    together: async (db: Db, writes) => {
      for (const write of writes) await db.executeQuery(write.compile())
    },
    skipLocked: sql``,
    clockAhead: () => sql`0`,
    search: wordIndex(read),
    insert: insertion(() => '?'),
    limits: limitsInMemory(),
    types: { key: 'integer', moment: 'integer', bytes: 'blob' },
    truncateLog: async (deleted) => {
      isLogStale ||= deleted
      if (isLogStale) isLogStale = !(await writer.truncateLog())
    },
    ping: async () => {
      await sql`select 1 from migrations limit 1`.execute(read)
      // It writes a page, which fails on a full disk, and when another process locks the file.
      await write((db) => sql`pragma user_version = 0`.execute(db))
    },
    close: async () => {
      await writer.close()
      reading.close()
      writing.close()
      lock?.release()
    },
  }
}
