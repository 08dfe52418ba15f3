import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'
import type { SearchQuery } from '../search/query.ts'
import { type Connection, connect, kyselyOver } from './connection.ts'
import { limitsInMemory } from './limits.ts'
import { holdFolder } from './lock.ts'
import { Writer } from './writer.ts'

const quoted = (word: string): string => `"${word}"`

function matches({ whole, beginning, literal }: SearchQuery) {
  const terms = [...whole.map(quoted), ...(beginning === undefined ? [] : [`${quoted(beginning)}*`])]
  const tests = literal.map((text) => sql`instr(applications.search_text, ${text}) > 0`)
  if (terms.length > 0)
    // The plus: walk the rows in the list's order and ask each whether it is found, instead of sorting all that are found.
    tests.unshift(
      sql`+applications.seq in (select rowid from application_search where application_search match ${terms.join(' AND ')})`,
    )
  return sql<boolean>`(${sql.join(tests, sql` and `)})`
}

/**
 * SQLite in `folder`: one connection that writes, one that reads.
 * @param beside true for a tool that works beside a running server: the folder is not held for it alone.
 * @throws AppError when another server holds the folder, or commits would not be durable.
 */
export function sqlite(folder: string, { beside = false }: { readonly beside?: boolean } = {}): Engine {
  // Nobody else's business: what is in it is personal.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = beside ? undefined : holdFolder(join(folder, 'server.lock'), folder)
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
  return {
    name: 'sqlite',
    read,
    write: (work) => writer.write(work),
    lock: async () => {},
    together: async (db: Db, writes) => {
      for (const write of writes) await db.executeQuery(write.compile())
    },
    skipLocked: (query) => query,
    search: {
      add: (db: Db, id) => {
        const add = sql`insert into application_search (rowid, search_text)
          select seq, search_text from applications where id = ${id}`
        return [{ compile: () => add.compile(db) }]
      },
      forget: async (db: Db, seq, text) => {
        await sql`insert into application_search (application_search, rowid, search_text) values ('delete', ${seq}, ${text})`.execute(
          db,
        )
      },
      matches,
    },
    limits: limitsInMemory(),
    shards: 1,
    types: { key: 'integer', moment: 'integer', bytes: 'blob' },
    // The text itself stays in `applications`. Words only, no positions: what was asked with punctuation is compared with the text.
    // `secure-delete`: the words of what is deleted leave the index at once, not at some later merge.
    prepare: async (db: Db) => {
      await sql`create virtual table application_search using fts5 (
        search_text, content = 'applications', content_rowid = 'seq', tokenize = 'ascii', detail = 'none'
      )`.execute(db)
      await sql`insert into application_search (application_search, rank) values ('secure-delete', 1)`.execute(db)
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
