import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Engine } from '../../server/database/engine.ts'
import { migrate } from '../../server/database/migrations/apply.ts'
import { operatorError } from '../../server/database/operator-error.ts'
import { postgres, serverName } from '../../server/database/postgres/engine.ts'
import { sqlState } from '../../server/database/postgres/fault.ts'
import { onDatabase, schemaUrl, toolName } from '../../server/database/postgres/schema.ts'
import { compare } from './compare.ts'
import { copyAll } from './copy.ts'
import { copiedTables } from './rows.ts'

/** The schema into which a backup is copied before it replaces the present one. */
const stagingSchema = 'kolam_restoring'

/** @throws AppError when a server is connected to the database */
export const refuseServers = (url: string): Promise<void> =>
  onDatabase(url, async ({ read }) => {
    const connected = async (): Promise<number> => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_stat_activity where datname = current_database() and application_name = ${serverName}`.execute(
        read,
      )
      return rows[0]?.n ?? 0
    }
    // The connections of a server that has just stopped end a moment later.
    for (let tries = 1; (await connected()) > 0; tries += 1) {
      if (tries === 20)
        throw operatorError('A server is running on this database. Stop every node first; nothing was changed.', 'CONFLICT')
      await setTimeout(100)
    }
  })

/** Deletes the schema of a restore that was interrupted, or of a rehearsal. */
export const dropStaging = (url: string): Promise<void> =>
  onDatabase(url, async ({ read }) => {
    await sql`drop schema if exists ${sql.id(stagingSchema)} cascade`.execute(read)
  })

/** The number of copied, then of compared applications. */
export type OnProgress = (step: 'copying' | 'comparing', done: number) => void

/** A copy in a separate schema, which is open. */
interface Stage {
  readonly engine: Engine
  /** The number of rows of each table. */
  readonly counts: Readonly<Record<string, number>>
}

/**
 * Copies a SQLite database into a separate schema, compares both by count and hash, and leaves the copy open.
 * @throws AppError when the schema cannot be created, or the copy differs; the schema is deleted then
 */
export async function stage(from: Engine, url: string, onProgress: OnProgress = () => {}): Promise<Stage> {
  await dropStaging(url)
  await onDatabase(url, async ({ read }) => {
    await sql`create schema ${sql.id(stagingSchema)}`.execute(read)
  }).catch((error: unknown) => {
    if (sqlState(error) !== '42501') throw error
    throw operatorError(
      'The account of DATABASE_URL has no right to create a schema. Make it the owner of the database, or restore with the account of the owner.',
    )
  })
  const to = await postgres(schemaUrl(url, stagingSchema), 2, toolName)
  const counting = (step: 'copying' | 'comparing') => {
    let done = 0
    return (more: number): void => {
      done += more
      onProgress(step, done)
    }
  }
  try {
    await migrate(to, new Date())
    await copyAll(from.read, to, await copiedTables(from.read), counting('copying'))
    return { engine: to, counts: await compare(from, to, counting('comparing')) }
  } catch (error) {
    await to.close()
    await dropStaging(url).catch(() => undefined)
    throw error
  }
}

/**
 * Replaces the present tables by the staged ones, in one transaction. The present ones move to the schema `aside`; without it they are deleted.
 * @returns whether there were any
 */
export const swapSchemas = (url: string, aside: string | undefined): Promise<boolean> =>
  onDatabase(url, (engine) =>
    engine.write(async (trx) => {
      const names = async (schema: string): Promise<readonly string[]> => {
        const { rows } = await sql<{
          name: string
        }>`select tablename as name from pg_tables where schemaname = ${schema}`.execute(trx)
        return rows.map(({ name }) => name)
      }
      const { rows } = await sql<{ present: string }>`select coalesce(current_schema(), 'public') as present`.execute(trx)
      const present = rows[0]?.present ?? 'public'
      const staged = await names(stagingSchema)
      const replaced = (await names(present)).filter((name) => staged.includes(name))
      const relocate = (from: string, table: string, to: string) =>
        sql`alter table ${sql.id(from, table)} set schema ${sql.id(to)}`.execute(trx)
      if (replaced.length > 0 && aside !== undefined) await sql`create schema ${sql.id(aside)}`.execute(trx)
      for (const table of replaced)
        await (aside === undefined
          ? sql`drop table ${sql.id(present, table)} cascade`.execute(trx)
          : relocate(present, table, aside))
      for (const table of staged) await relocate(stagingSchema, table, present)
      await sql`drop schema ${sql.id(stagingSchema)}`.execute(trx)
      return replaced.length > 0
    }),
  )
