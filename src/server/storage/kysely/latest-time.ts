import type { Engine } from './engine.ts'
import type { Db } from './tables.ts'

/** The setting with the latest time at which a server ran. */
const key = 'latest_time'

/** See port.ts. A database of an earlier version has the time of its newest application instead. */
export async function latestTime(db: Db): Promise<Date | undefined> {
  const stored = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  if (stored !== undefined) return new Date(JSON.parse(stored.value))
  const newest = await db
    .selectFrom('applications')
    .select((eb) => eb.fn.max('submitted_at').as('at'))
    .executeTakeFirst()
  return newest?.at == null ? undefined : new Date(Number(newest.at))
}

/** See port.ts. Times in ISO 8601 compare as texts. */
export const raiseLatestTime = (engine: Engine, at: Date): Promise<unknown> =>
  engine.writeOne((db) =>
    db
      .insertInto('settings')
      .values({ key, value: JSON.stringify(at.toISOString()), revision: 1 })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((eb) => ({ value: eb.ref('excluded.value') }))
          .whereRef('excluded.value', '>', 'settings.value'),
      )
      .execute(),
  )
