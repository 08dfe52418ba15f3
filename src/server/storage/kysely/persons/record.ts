import type { Engine } from '../engine.ts'
import type { Db } from '../tables.ts'

// The record of deletions is in the settings, so that `move` and each backup include it. It contains no personal data: random ids, and keyed hashes with a
// time.

/** The prefix of keys with the id of an application that was deleted for good. */
const applicationPrefix = 'erased:'
/** The prefix of keys with the keyed hash of an address or telephone number whose applications were all erased. The value is the time. */
const personPrefix = 'erased-person:'
/** The setting with the key of these hashes (see `installationKey`). */
const erasureKeyName = 'erasure_key'

/** A row of the record, from the settings. */
export interface RecordRow {
  readonly key: string
  readonly value: string
}

/** The record of deletions, with the key of its hashes. */
export const deletionRecord = (db: Db): Promise<readonly RecordRow[]> =>
  db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where((eb) =>
      eb.or([eb('key', 'like', `${applicationPrefix}%`), eb('key', 'like', `${personPrefix}%`), eb('key', '=', erasureKeyName)]),
    )
    .orderBy('key')
    .execute()

/** Rows per statement. A server adds the whole record when it starts. */
const batchSize = 1000

const isOfPerson = ({ key }: RecordRow): boolean => key.startsWith(personPrefix)

/**
 * Adds those rows that the record does not have. A person who was erased again later gets the later time: everything before it was erased.
 * @param rows with distinct keys
 */
export const addToRecord = (engine: Engine, rows: readonly RecordRow[]): Promise<void> =>
  engine.write(async (trx) => {
    const [ofPersons, ofApplications] = [rows.filter(isOfPerson), rows.filter((row) => !isOfPerson(row))]
    for (let from = 0; from < ofApplications.length; from += batchSize)
      await insert(trx, ofApplications.slice(from, from + batchSize))
    for (let from = 0; from < ofPersons.length; from += batchSize)
      await insertInto(trx, ofPersons.slice(from, from + batchSize))
        // Times in ISO 8601, as JSON: the later one is the greater text.
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet((eb) => ({ value: eb.ref('excluded.value') }))
            .whereRef('excluded.value', '>', 'settings.value'),
        )
        .execute()
  })

const insertInto = (trx: Db, rows: readonly RecordRow[]) =>
  trx.insertInto('settings').values(rows.map(({ key, value }) => ({ key, value, revision: 1 })))

const insert = async (trx: Db, rows: readonly RecordRow[]): Promise<void> => {
  await insertInto(trx, rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Records that an application was deleted for good. */
export const recordDeletion = (trx: Db, id: string, at: Date): Promise<void> =>
  insert(trx, [{ key: `${applicationPrefix}${id}`, value: JSON.stringify(at.toISOString()) }])

/** Records that all applications with an address or a telephone number were erased. A later erasure replaces the time. */
export async function recordPerson(trx: Db, hash: string, at: Date): Promise<void> {
  const value = JSON.stringify(at.toISOString())
  await trx
    .insertInto('settings')
    .values({ key: `${personPrefix}${hash}`, value, revision: 1 })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** The ids of applications in a record. */
export const idsOf = (record: readonly RecordRow[]): readonly string[] =>
  record.flatMap(({ key }) => (key.startsWith(applicationPrefix) ? [key.slice(applicationPrefix.length)] : []))

/** When each person of a record was erased, by the keyed hash. */
export const personsOf = (record: readonly RecordRow[]): ReadonlyMap<string, Date> =>
  new Map(
    record.flatMap(({ key, value }) =>
      key.startsWith(personPrefix) ? [[key.slice(personPrefix.length), new Date(JSON.parse(value))] as const] : [],
    ),
  )

/** Whether an application was deleted for good, or submitted before its person was erased. @param hashes those of its address and telephone number */
export async function isErased(db: Db, id: string, submittedAt: Date, hashes: readonly string[]): Promise<boolean> {
  const keys = [`${applicationPrefix}${id}`, ...hashes.map((hash) => `${personPrefix}${hash}`)]
  const rows = await db.selectFrom('settings').select(['key', 'value']).where('key', 'in', keys).execute()
  return rows.some(({ key, value }) => key.startsWith(applicationPrefix) || new Date(JSON.parse(value)) >= submittedAt)
}
