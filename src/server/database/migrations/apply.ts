import { sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { operatorError } from '../operator-error.ts'
import type { Db } from '../tables.ts'

type Migration = (trx: Db, engine: Engine) => Promise<void>

/** Each file with a number, here or in a feature, is a migration, and exports it alone. */
const files = import.meta.glob<Readonly<Record<string, Migration>>>(['./0*.ts', '../../../features/*/migrations/0*.ts'], {
  eager: true,
})

/** The migrations in order. Released ones never change (released.test.ts). */
export const migrations = Object.entries(files)
  .map(([file, exported]) => ({ name: file.slice(file.lastIndexOf('/') + 1, -'.ts'.length), ups: Object.values(exported) }))
  .flatMap(({ name, ups }) => ups.map((up) => ({ name, up })))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** @throws AppError for a database from before the baseline */
function refuseEarlier(applied: readonly string[]): void {
  if (applied.some((name) => name < '0200'))
    throw operatorError(
      'The database was made by a version before 0.2.0, which this version cannot upgrade. Export its applications with that version, and import them here.',
    )
}

/** The migrations that a database lacks, and those of a newer program. */
export async function compareSchema(
  read: Db,
): Promise<{ readonly missing: readonly string[]; readonly unknown: readonly string[] }> {
  const applied = (await read.selectFrom('migrations').select('name').orderBy('name').execute()).map(({ name }) => name)
  refuseEarlier(applied)
  const ours = migrations.map(({ name }) => name)
  return {
    missing: ours.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !ours.includes(name)),
  }
}

/**
 * Applies the missing migrations in one transaction. When several processes start together, one applies them, and the others wait for it.
 * @param steps fewer than all make the database of an older version, for tests
 * @throws AppError when a newer program made the database
 */
export const migrate = (engine: Engine, now: Date, steps = migrations): Promise<void> =>
  engine.write(async (trx) => {
    // An index over a million rows takes longer than the server's statement timeout.
    if (engine.name === 'postgres') await sql`set local statement_timeout = 0`.execute(trx)
    await engine.lock(trx, 'migrations')
    await trx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (c) => c.primaryKey().notNull())
      .addColumn('applied_at', engine.types.moment, (c) => c.notNull())
      .execute()
    const applied = (await trx.selectFrom('migrations').select('name').orderBy('name').execute()).map(({ name }) => name)
    refuseEarlier(applied)
    const unknown = applied.find((name) => !migrations.some((migration) => migration.name === name))
    if (unknown !== undefined)
      throw operatorError(
        `The database was made by a newer version of this program (it has the migration ${unknown}). Use that version.`,
      )
    for (const { name, up } of steps) {
      if (applied.includes(name)) continue
      await up(trx, engine)
      await trx.insertInto('migrations').values({ name, applied_at: now.getTime() }).execute()
    }
  })
