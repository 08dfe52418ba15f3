import { CompiledQuery, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { insertion } from '../insertion.ts'
import { operatorError } from '../operator-error.ts'
import type { Db } from '../tables.ts'
import { kyselyOver } from './connection.ts'
import { untilNoConflict } from './fault.ts'
import { limitsIn } from './limits.ts'
import { wordIndex } from './search.ts'

/** @throws AppError when commits would not be durable, or the database cannot store every text */
async function refuseUnsafe(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'server_encoding', 'server_version_num')`.execute(
    db,
  )
  const of = (name: string): string => rows.find((row) => row.name === name)?.setting ?? 'unknown'
  const refuse = (why: string): never => {
    throw operatorError(`This PostgreSQL cannot be used: ${why}.`)
  }
  if (Number(of('server_version_num')) < 130_000) refuse('version 13 or newer is needed')
  if (of('server_encoding') !== 'UTF8') refuse(`its database is encoded in ${of('server_encoding')}; UTF8 is needed`)
  if (of('fsync') !== 'on') refuse('fsync is off, so confirmed data could be lost')
  if (of('synchronous_commit') === 'off') refuse('synchronous_commit is off, so confirmed data could be lost')
}

/** The step of `clockAhead`, milliseconds. It is longer than a statement takes to arrive at the database. */
const clockStep = sql.lit(10_000)

/** The name of a server's connections in `pg_stat_activity`. */
export const serverName = 'kolam'

/**
 * PostgreSQL at `url`, with at most `poolSize` connections. It reconnects automatically.
 * @param name of the connections in `pg_stat_activity`
 * @throws AppError DATABASE_CONNECTION_FAILED when it cannot be reached
 * @throws AppError when commits would not be durable
 */
export async function postgres(url: string, poolSize: number, name = serverName): Promise<Engine> {
  const db = kyselyOver(url, poolSize, name)
  try {
    await refuseUnsafe(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    name: 'postgres',
    exclusive: false,
    serverKeys: [],
    read: db,
    write: (work) => untilNoConflict(() => db.transaction().execute(work)),
    writeOne: (work) => untilNoConflict(() => work(db)),
    lock: async (trx: Db, ...names) => {
      const values = names.map((name) => name.replaceAll('\0', '�'))
      await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${sql.val(values)}::text[]) name`.execute(trx)
    },
    // One statement with many parts: each round trip to the server costs more than a part.
    together: async (trx: Db, writes) => {
      const values: unknown[] = []
      const all = writes.map((write, index) => {
        const { sql: text, parameters } = write.compile()
        const before = values.length
        values.push(...parameters)
        return `p${index} as (${text.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`)})`
      })
      if (all.length > 0) await trx.executeQuery(CompiledQuery.raw(`with ${all.join(', ')} select 1`, values))
    },
    skipLocked: sql`for update of outbox skip locked`,
    clockAhead: () =>
      sql`cast(round((extract(epoch from clock_timestamp()) * 1000 - cast(${Date.now()} as bigint)) / ${clockStep}) * ${clockStep} as bigint)`,
    search: wordIndex(db),
    insert: insertion((n) => `$${n}`),
    limits: limitsIn(db),
    types: { key: 'bigserial', moment: 'bigint', bytes: 'bytea' },
    // PostgreSQL manages its log itself.
    truncateLog: async () => {},
    ping: async () => {
      const { rows } = await sql<{ standby: boolean }>`
        select pg_is_in_recovery() as standby, (select count(*) from migrations) as applied`.execute(db)
      if (rows[0]?.standby !== false) throw new Error('the database is a read-only standby')
    },
    close: () => db.destroy(),
  }
}
