import type { Engine } from './engine.ts'
import type { Db } from './tables.ts'

/** The setting with the latest time at which a server ran. */
const latestKey = 'latest_time'

export async function latestTime(db: Db): Promise<Date | undefined> {
  const stored = await db.selectFrom('settings').select('value').where('key', '=', latestKey).executeTakeFirst()
  return stored && new Date(JSON.parse(stored.value))
}

/** See port.ts. Times in ISO 8601 compare as texts. */
export const raiseLatestTime = (engine: Engine, at: Date): Promise<unknown> =>
  engine.writeOne((db) =>
    db
      .insertInto('settings')
      .values({ key: latestKey, value: JSON.stringify(at.toISOString()), revision: 1 })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((eb) => ({ value: eb.ref('excluded.value') }))
          .whereRef('excluded.value', '>', 'settings.value'),
      )
      .execute(),
  )
