import { sql } from 'kysely'
import type { Engine } from '../../server/database/engine.ts'
import type { CarriedOver, Locked } from '../../server/database/stored.ts'
import { readValue } from '../../server/database/stored-settings.ts'
import type { Db, Tables } from '../../server/database/tables.ts'
import { encodeText } from '../../server/database/text-encoding.ts'
import { monthsBefore, startOfDay } from '../../shared/dates.ts'

/** The setting with the day since which deleted applications are kept under lock, from the content; null while they are not. */
const lockSetting = 'locked_since'

/** The tables of an application, each with the column of its id. */
const tables = [
  ['applications', 'id'],
  ['answer_versions', 'application_id'],
  ['history', 'application_id'],
  ['outbox', 'application_id'],
  ['files', 'application_id'],
  ['earlier_files', 'application_id'],
] as const satisfies readonly (readonly [keyof Tables, string])[]

/** Bytes as base64, which JSON can have. */
const plain = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
    ]),
  )

async function contentOf(trx: Db, id: string): Promise<string> {
  const content: Record<string, readonly unknown[]> = {}
  for (const [table, column] of tables) {
    const { rows } = await sql<Readonly<Record<string, unknown>>>`
      select * from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(trx)
    content[table] = rows.map(plain)
  }
  return JSON.stringify(content)
}

type Row = Tables['locked_applications']

const rowsOf = (db: Db): Promise<readonly Row[]> =>
  db.selectFrom('locked_applications').selectAll().orderBy('deleted_at').orderBy('id').execute()

const readersOf = ({ opened }: Pick<Row, 'opened'>): readonly { readonly at: string; readonly by: string }[] => JSON.parse(opened)

export const locked: Locked = {
  async add(trx, id, now) {
    const since = (await readValue(trx)(lockSetting))?.value
    if (typeof since !== 'string') return
    // An older database deletes again what was deleted before: the year is that of the first time.
    const earlier = await trx
      .selectFrom('deletions')
      .select('at')
      .where('kind', '=', 'application')
      .where('id', '=', id)
      .executeTakeFirst()
    const deletedAt = earlier?.at ?? now.getTime()
    if (deletedAt < startOfDay(since).getTime()) return
    await trx
      .insertInto('locked_applications')
      .values({ id, deleted_at: deletedAt, content: await contentOf(trx, id), opened: '[]' })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  },
  async all(db) {
    const rows = await db.selectFrom('locked_applications').select(['id', 'deleted_at', 'opened']).orderBy('deleted_at').execute()
    return rows.map((row) => ({ id: row.id, deletedAt: new Date(row.deleted_at), opened: readersOf(row) }))
  },
  open: (engine, id, by, now) =>
    engine.write(async (trx) => {
      // Two readers at once are both written down.
      await engine.lock(trx, `locked:${id}`)
      const stored = trx.selectFrom('locked_applications').selectAll().where('id', '=', encodeText(id))
      const row = await stored.executeTakeFirst()
      if (row === undefined) return undefined
      const opened = JSON.stringify([...readersOf(row), { at: now.toISOString(), by }])
      await trx.updateTable('locked_applications').set({ opened }).where('id', '=', row.id).execute()
      return row.content
    }),
}

/** Deletes what has been under lock for a year. */
export const sweep = async (trx: Db, now: Date): Promise<void> => {
  await trx.deleteFrom('locked_applications').where('deleted_at', '<=', monthsBefore(now, 12).getTime()).execute()
}

/** Sets the day since which deleted applications are kept under lock. */
async function setLock(trx: Db, since: string | null): Promise<void> {
  const row = { value: JSON.stringify(since), revision: 1 }
  await trx
    .insertInto('settings')
    .values({ key: lockSetting, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

/** Sets that day as the content has it, for the purge of every program. */
export async function followLock(engine: Engine, lockDeleted: string): Promise<void> {
  const since = lockDeleted === 'off' ? null : lockDeleted
  const present = (await readValue(engine.read)(lockSetting))?.value ?? null
  if (present !== since) await engine.write((trx) => setLock(trx, since))
}

/** What was locked after the backup, and whether deleted applications still are. */
export async function carriedOver(db: Db): Promise<CarriedOver> {
  const rows = await rowsOf(db)
  const since = (await readValue(db)(lockSetting))?.value
  return {
    ids: rows.map(({ id }) => id),
    apply: (engine: Engine) =>
      engine.write(async (trx) => {
        if (typeof since === 'string') await setLock(trx, since)
        for (const row of rows)
          await trx
            .insertInto('locked_applications')
            .values(row)
            .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
            .execute()
      }),
  }
}
