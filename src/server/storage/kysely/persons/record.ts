import { sql } from 'kysely'
import type { Application } from '../../../../applications/application.ts'
import type { HistoryEntry } from '../../../../applications/history.ts'
import { changesLetters } from '../../../../applications/letter-stop.ts'
import { personHashes } from '../../../person-hashes.ts'
import type { Engine } from '../engine.ts'
import { settings } from '../settings.ts'
import type { Db } from '../tables.ts'

// The record of deletions and of stopped letters is in the settings, so that `move` and each backup include it. It contains no personal data: random ids,
// and keyed hashes with a time.

/** The prefix of keys with the id of an application that was deleted for good, or of a person's request that was emptied. */
const applicationPrefix = 'erased:'
/** The prefix of keys with the keyed hash of an address whose applications were all erased. (Earlier versions added telephone numbers.) The value is the time. */
const personPrefix = 'erased-person:'
/**
 * The prefix of keys with the keyed hash of an address and the id of an application, `letters:HASH:ID`: the owner of the address has stopped the letters
 * about it, or allowed them again. The value is the time and which of the two. An application whose address was corrected may have several. With `*` as the id
 * it is about all letters to the address.
 */
const lettersPrefix = 'letters:'
/** The setting with the key of these hashes (see `installationKey`). */
const erasureKeyName = 'erasure_key'

/** A row of the record, from the settings. */
export interface RecordRow {
  readonly key: string
  readonly value: string
}

/** The record of deletions and of stopped letters, with the key of its hashes. */
export const deletionRecord = (db: Db): Promise<readonly RecordRow[]> =>
  db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where((eb) =>
      eb.or([
        ...[applicationPrefix, personPrefix, lettersPrefix].map((prefix) => eb('key', 'like', `${prefix}%`)),
        eb('key', '=', erasureKeyName),
      ]),
    )
    .orderBy('key')
    .execute()

/** Rows per statement. A server adds the whole record when it starts. */
const batchSize = 1000

/** Whether a row is on letters. */
export const isOfLetters = ({ key }: RecordRow): boolean => key.startsWith(lettersPrefix)

/** Whether the value of a row begins with its time, so that a later row replaces it. */
const isTimed = (row: RecordRow): boolean => row.key.startsWith(personPrefix) || isOfLetters(row)

/**
 * Adds those rows that the record does not have. A person who was erased again later gets the later time: everything before it was erased. Of the letters of
 * an application, the later row says whether they are stopped.
 * @param rows with distinct keys
 */
export const addToRecord = (engine: Engine, rows: readonly RecordRow[]): Promise<void> =>
  engine.write(async (trx) => {
    const [timed, ofApplications] = [rows.filter(isTimed), rows.filter((row) => !isTimed(row))]
    for (let from = 0; from < ofApplications.length; from += batchSize)
      await insert(trx, ofApplications.slice(from, from + batchSize))
    for (let from = 0; from < timed.length; from += batchSize) await insertLater(trx, timed.slice(from, from + batchSize))
  })

/** Inserts rows whose value begins with a time in ISO 8601, as JSON: the later one is the greater text. */
const insertLater = async (trx: Db, rows: readonly RecordRow[]): Promise<void> => {
  await insertInto(trx, rows)
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({ value: eb.ref('excluded.value') }))
        .whereRef('excluded.value', '>', 'settings.value'),
    )
    .execute()
}

const insertInto = (trx: Db, rows: readonly RecordRow[]) =>
  trx.insertInto('settings').values(rows.map(({ key, value }) => ({ key, value, revision: 1 })))

const insert = async (trx: Db, rows: readonly RecordRow[]): Promise<void> => {
  await insertInto(trx, rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** The row for an application that was deleted. */
const deletionRow = (id: string, at: Date): RecordRow => ({
  key: `${applicationPrefix}${id}`,
  value: JSON.stringify(at.toISOString()),
})

/** Rows for deleted applications that are not purged yet, without those whose erasure waits. */
export const acceptedDeletions = async (db: Db): Promise<readonly RecordRow[]> =>
  (
    await db
      .selectFrom('applications')
      .select(['id', 'removed_at'])
      .where('removed_at', 'is not', null)
      .where('quarantine', 'is', null)
      .where('id', 'not in', (eb) => eb.selectFrom('erasing').select('application_id'))
      .execute()
  ).map(({ id, removed_at }) => deletionRow(id, new Date(removed_at ?? 0)))

/** Records that an application was deleted for good, or that a person's request was emptied. */
export const recordDeletion = (trx: Db, id: string, at: Date): Promise<void> => insert(trx, [deletionRow(id, at)])

/** Records that all applications with an address were erased. A later erasure replaces the time. */
export async function recordPerson(trx: Db, hash: string, at: Date): Promise<void> {
  const value = JSON.stringify(at.toISOString())
  await trx
    .insertInto('settings')
    .values({ key: `${personPrefix}${hash}`, value, revision: 1 })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** The ids of applications and requests in a record. */
export const idsOf = (record: readonly RecordRow[]): readonly string[] =>
  record.flatMap(({ key }) => (key.startsWith(applicationPrefix) ? [key.slice(applicationPrefix.length)] : []))

/** When each person of a record was erased, by the keyed hash. */
export const personsOf = (record: readonly RecordRow[]): ReadonlyMap<string, Date> =>
  new Map(
    record.flatMap(({ key, value }) =>
      key.startsWith(personPrefix) ? [[key.slice(personPrefix.length), new Date(JSON.parse(value))] as const] : [],
    ),
  )

/** Whether an application was deleted for good, or submitted before its person was erased. @param hashes those of its address */
export async function isErased(db: Db, id: string, submittedAt: Date, hashes: readonly string[]): Promise<boolean> {
  const keys = [`${applicationPrefix}${id}`, ...hashes.map((hash) => `${personPrefix}${hash}`)]
  const rows = await db.selectFrom('settings').select(['key', 'value']).where('key', 'in', keys).execute()
  return rows.some(({ key, value }) => key.startsWith(applicationPrefix) || new Date(JSON.parse(value)) >= submittedAt)
}

/** Those of these applications that were deleted for good. */
export async function deletedAmong(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const deleted = new Set<string>()
  for (let from = 0; from < ids.length; from += batchSize) {
    const keys = ids.slice(from, from + batchSize).map((id) => `${applicationPrefix}${id}`)
    const rows = await db.selectFrom('settings').select('key').where('key', 'in', keys).execute()
    for (const { key } of rows) deleted.add(key.slice(applicationPrefix.length))
  }
  return deleted
}

/** A row on letters: whether the owner of the address had stopped the letters about an application, at the time. */
export interface LettersRow {
  readonly hash: string
  readonly id: string
  readonly at: Date
  readonly isStopped: boolean
}

const lettersKey = (hash: string, id: string): string => `${lettersPrefix}${hash}:${id}`

const lettersValue = (value: string): Pick<LettersRow, 'at' | 'isStopped'> => {
  const [at, state] = JSON.parse(value) as readonly [string, string]
  return { at: new Date(at), isStopped: state === 'stopped' }
}

/** What the rows on letters of a record say. */
const lettersOf = (record: readonly RecordRow[]): readonly LettersRow[] =>
  record.filter(isOfLetters).map(({ key, value }) => {
    const [, hash = '', ...id] = key.split(':')
    return { hash, id: id.join(':'), ...lettersValue(value) }
  })

/** The rows on letters of `rows` that are later than those of `record`. */
export function laterLetters(rows: readonly RecordRow[], record: readonly RecordRow[]): readonly LettersRow[] {
  const values = new Map(record.map(({ key, value }) => [key, value]))
  return lettersOf(rows.filter(({ key, value }) => value > (values.get(key) ?? '')))
}

/** In place of the id of an application: all letters to an address. */
const allLetters = '*'

const lettersRowOf = (hash: string, id: string, at: Date, isStopped: boolean): RecordRow => ({
  key: lettersKey(hash, id),
  value: JSON.stringify([at.toISOString(), isStopped ? 'stopped' : 'allowed']),
})

/** The row for a change, if the owner of an address stops letters with it or allows them again. */
export async function lettersRow(
  engine: Engine,
  application: Application,
  { at, event }: HistoryEntry,
): Promise<readonly RecordRow[]> {
  if (!changesLetters(event)) return []
  const [hash = ''] = await personHashes(settings(engine)).ofOne(application)
  return [lettersRowOf(hash, application.id, at, event.what === 'letters_stopped')]
}

const hashesOf = (engine: Engine, email: string): Promise<readonly string[]> =>
  personHashes(settings(engine)).ofOne({ applicantName: '', applicantEmail: email, companyName: '', answers: {} })

/** See outbox-port.ts. */
export async function stopAddress(engine: Engine, email: string, stop: boolean, now: Date): Promise<void> {
  const [hash = ''] = await hashesOf(engine, email)
  await engine.write((trx) => recordLetters(trx, [lettersRowOf(hash, allLetters, now, stop)]))
}

/** See outbox-port.ts. */
export const isStopped = async (engine: Engine, email: string): Promise<boolean> =>
  (await lettersStoppedAt(engine.read, allLetters, await hashesOf(engine, email))) !== undefined

/** Records that letters were stopped or allowed again, and replaces the earlier rows. */
export async function recordLetters(trx: Db, rows: readonly RecordRow[]): Promise<void> {
  for (const row of rows)
    await insertInto(trx, [row])
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
      .execute()
}

/** When the owner of an address stopped the letters about an application; undefined if they are allowed. @param hashes those of its address */
export async function lettersStoppedAt(db: Db, id: string, hashes: readonly string[]): Promise<Date | undefined> {
  if (hashes.length === 0) return undefined
  const keys = hashes.map((hash) => lettersKey(hash, id))
  const rows = await db.selectFrom('settings').select('value').where('key', 'in', keys).execute()
  return rows.map(({ value }) => lettersValue(value)).find(({ isStopped }) => isStopped)?.at
}

/** Deletes the rows on letters about applications that the record lists as deleted for good. */
export const forgetLetters = async (trx: Db): Promise<void> => {
  await sql`delete from settings where key like ${`${lettersPrefix}%`}
    and substr(key, ${sql.lit(lettersKey('0'.repeat(64), '').length + 1)}) in
      (select substr(key, ${sql.lit(applicationPrefix.length + 1)}) from settings where key like ${`${applicationPrefix}%`})`.execute(
    trx,
  )
}
