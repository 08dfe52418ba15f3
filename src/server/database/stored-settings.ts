import type { Engine } from './engine.ts'
import type { Settings } from './settings.ts'
import type { Db } from './tables.ts'
import { encodeText } from './text-encoding.ts'

/** Reads a setting. */
export const readValue =
  (db: Db): Settings['get'] =>
  async (key) => {
    const row = await db
      .selectFrom('settings')
      .select(['value', 'revision'])
      .where('key', '=', encodeText(key))
      .executeTakeFirst()
    return row && { value: JSON.parse(row.value), revision: row.revision }
  }

export const settings = (engine: Engine): Settings => ({
  get: readValue(engine.read),
  put: (key, value, revision) =>
    engine.write(async (trx) => {
      const row = { value: JSON.stringify(value), revision: revision + 1 }
      if (revision === 0) {
        const inserted = await trx
          .insertInto('settings')
          .values({ key: encodeText(key), ...row })
          .onConflict((conflict) => conflict.column('key').doNothing())
          .executeTakeFirst()
        if (inserted.numInsertedOrUpdatedRows === 1n) return 'saved'
      }
      const changed = await trx
        .updateTable('settings')
        .set(row)
        .where('key', '=', encodeText(key))
        .where('revision', '=', revision)
        .executeTakeFirst()
      if (changed.numUpdatedRows === 1n) return 'saved'
      const present = await readValue(trx)(key)
      return present?.revision === row.revision && JSON.stringify(present.value) === row.value ? 'saved' : 'stale'
    }),
})
