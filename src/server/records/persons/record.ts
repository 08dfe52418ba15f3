import { sql } from 'kysely'
import type { Application } from '../../../applications/application.ts'
import type { HistoryEntry } from '../../../applications/history.ts'
import { changesLetters } from '../../../applications/letter-stop.ts'
import { keyedHash } from '../../crypto/hashes.ts'
import type { Engine } from '../../database/engine.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { hashesIn } from './hashes.ts'

// The record of deletions and of stopped letters. It contains no personal data: random ids, and sealed hashes with a time.

export type RecordRow = Readonly<Tables['deletions']>

/** The record of deletions and of stopped letters. */
export const deletionRecord = (db: Db): Promise<readonly RecordRow[]> =>
  db.selectFrom('deletions').selectAll().orderBy('kind').orderBy('id').orderBy('hash').execute()

/** Rows per statement. A server adds the whole record when it starts. */
const batchSize = 1000

const purpose = 'record of deletions'

/** What begins a hash that was sealed with a key, so that a missing key is noticed. */
const markOf = (key: string): string => `${keyedHash(key)(purpose).slice(0, 8)}:`

/** A hash of a person, sealed with a key of the server, which is neither in the database nor in its backups: without it, no address can be tried out. */
const sealWith = (key: string, hash: string): string => `${markOf(key)}${keyedHash(key)(purpose, hash)}`

const seal = ({ serverKeys: [key] }: Engine, hash: string): string => {
  if (key === undefined) throw new Error('the server has no key')
  return sealWith(key, hash)
}

/** What these hashes of one person are in the record, with the present key and with each former one. */
export const sealedAs = ({ serverKeys }: Engine, hashes: readonly string[]): readonly string[] =>
  serverKeys.flatMap((key) => hashes.map((hash) => sealWith(key, hash)))

/** The number of rows whose hash was sealed with none of these keys: nobody is recognised by them. */
export async function unmatchedRows(db: Db, keys: readonly string[]): Promise<number> {
  const mark = sql<string>`substr(hash, 1, 9)`
  const rows = await db
    .selectFrom('deletions')
    .select((eb) => [mark.as('mark'), eb.fn.countAll<number>().as('n')])
    .where('hash', '<>', '')
    .groupBy(mark)
    .execute()
  const marks = keys.map(markOf)
  return rows.filter((row) => !marks.includes(row.mark)).reduce((sum, { n }) => sum + Number(n), 0)
}

/** Whether a row is on letters. */
export const isOfLetters = ({ kind }: RecordRow): boolean => kind === 'letters'

const insertInto = (trx: Db, rows: readonly RecordRow[]) => trx.insertInto('deletions').values(rows)

/** Inserts rows. A later one replaces an earlier one: a person who was erased again later, letters that were allowed again. */
const insertLater = async (trx: Db, rows: readonly RecordRow[]): Promise<void> => {
  await insertInto(trx, rows)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'id', 'hash'])
        .doUpdateSet((eb) => ({ at: eb.ref('excluded.at'), stopped: eb.ref('excluded.stopped') }))
        .whereRef('excluded.at', '>', 'deletions.at'),
    )
    .execute()
}

/** Adds those rows that the record does not have, or has with an earlier time. @param rows distinct ones */
export const addToRecord = (engine: Engine, rows: readonly RecordRow[]): Promise<void> =>
  engine.write(async (trx) => {
    for (let from = 0; from < rows.length; from += batchSize) await insertLater(trx, rows.slice(from, from + batchSize))
  })

/** The row for an application that was deleted. */
const deletionRow = (id: string, at: Date): RecordRow => ({ kind: 'application', id, hash: '', at: at.getTime(), stopped: 0 })

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
export const recordDeletion = (trx: Db, id: string, at: Date): Promise<void> => insertLater(trx, [deletionRow(id, at)])

/** Records that all applications with an address were erased. A later erasure replaces the time. */
export const recordPerson = (engine: Engine, trx: Db, hash: string, at: Date): Promise<void> =>
  insertLater(trx, [{ kind: 'person', id: '', hash: seal(engine, hash), at: at.getTime(), stopped: 0 }])

/** The ids of applications and requests in a record. */
export const idsOf = (record: readonly RecordRow[]): readonly string[] =>
  record.filter(({ kind }) => kind === 'application').map(({ id }) => id)

/** When each person of a record was erased, by the sealed hash. */
export const personsOf = (record: readonly RecordRow[]): ReadonlyMap<string, Date> =>
  new Map(record.filter(({ kind }) => kind === 'person').map(({ hash, at }) => [hash, new Date(at)]))

/** Whether an application was deleted for good, or submitted before its person was erased. @param hashes those of its address */
export async function isErased(
  engine: Engine,
  trx: Db,
  id: string,
  submittedAt: Date,
  hashes: readonly string[],
): Promise<boolean> {
  if ((await deletedAmong(trx, [id])).size > 0) return true
  if (hashes.length === 0) return false
  const erased = await trx
    .selectFrom('deletions')
    .select('at')
    .where('kind', '=', 'person')
    .where('id', '=', '')
    .where('hash', 'in', sealedAs(engine, hashes))
    .where('at', '>=', submittedAt.getTime())
    .executeTakeFirst()
  return erased !== undefined
}

/** Those of these applications that were deleted for good. */
export async function deletedAmong(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const deleted = new Set<string>()
  for (let from = 0; from < ids.length; from += batchSize) {
    const some = ids.slice(from, from + batchSize)
    const rows = await db.selectFrom('deletions').select('id').where('kind', '=', 'application').where('id', 'in', some).execute()
    for (const { id } of rows) deleted.add(id)
  }
  return deleted
}

/** The rows on letters of `rows` that are later than those of `record`. */
export function laterLetters(rows: readonly RecordRow[], record: readonly RecordRow[]): readonly RecordRow[] {
  const nameOf = ({ id, hash }: RecordRow): string => `${hash}:${id}`
  const times = new Map(record.filter(isOfLetters).map((row) => [nameOf(row), row.at]))
  return rows.filter((row) => isOfLetters(row) && row.at > (times.get(nameOf(row)) ?? 0))
}

/** In place of the id of an application: all letters to an address. */
const allLetters = '*'

const lettersRowOf = (engine: Engine, hash: string, id: string, at: Date, isStopped: boolean): RecordRow => ({
  kind: 'letters',
  id,
  hash: seal(engine, hash),
  at: at.getTime(),
  stopped: isStopped ? 1 : 0,
})

/** The row for a change, if the owner of an address stops letters with it or allows them again. An application whose address was corrected may have several. */
export async function lettersRow(
  engine: Engine,
  application: Application,
  { at, event }: HistoryEntry,
): Promise<readonly RecordRow[]> {
  if (!changesLetters(event)) return []
  const [hash = ''] = await hashesIn(engine).ofOne(application)
  return [lettersRowOf(engine, hash, application.id, at, event.what === 'letters_stopped')]
}

const hashesOf = (engine: Engine, email: string): Promise<readonly string[]> =>
  hashesIn(engine).ofOne({ applicantName: '', applicantEmail: email, companyName: '', answers: {} })

/** See records/outbox/port.ts. */
export async function stopAddress(engine: Engine, email: string, stop: boolean, now: Date): Promise<void> {
  const [hash = ''] = await hashesOf(engine, email)
  await engine.write((trx) => recordLetters(trx, [lettersRowOf(engine, hash, allLetters, now, stop)]))
}

/** See records/outbox/port.ts. */
export const isStopped = async (engine: Engine, email: string): Promise<boolean> =>
  (await lettersStoppedAt(engine, engine.read, allLetters, await hashesOf(engine, email))) !== undefined

/** Records that letters were stopped or allowed again, and replaces the earlier rows. */
export async function recordLetters(trx: Db, rows: readonly RecordRow[]): Promise<void> {
  for (const row of rows)
    await insertInto(trx, [row])
      .onConflict((conflict) => conflict.columns(['kind', 'id', 'hash']).doUpdateSet({ at: row.at, stopped: row.stopped }))
      .execute()
}

/** When the owner of an address stopped the letters about an application; undefined if they are allowed. @param hashes those of its address */
export async function lettersStoppedAt(engine: Engine, db: Db, id: string, hashes: readonly string[]): Promise<Date | undefined> {
  if (hashes.length === 0) return undefined
  const last = await db
    .selectFrom('deletions')
    .select(['at', 'stopped'])
    .where('kind', '=', 'letters')
    .where('id', '=', id)
    .where('hash', 'in', sealedAs(engine, hashes))
    .orderBy('at', 'desc')
    .executeTakeFirst()
  return last?.stopped === 1 ? new Date(last.at) : undefined
}

/** Deletes the rows on letters about applications that the record lists as deleted for good. */
export const forgetLetters = async (trx: Db): Promise<void> => {
  const deleted = trx.selectFrom('deletions').select('id').where('kind', '=', 'application')
  await trx.deleteFrom('deletions').where('kind', '=', 'letters').where('id', 'in', deleted).execute()
}
