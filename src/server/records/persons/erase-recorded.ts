import { stopLetters } from '../../../applications/letter-stop.ts'
import type { Engine } from '../../database/engine.ts'
import { storedByFeatures } from '../../database/stored.ts'
import { byId } from '../applications/applications.ts'
import { purge } from '../applications/purge.ts'
import { spamHold } from '../applications/quarantine.ts'
import { save } from '../applications/save.ts'
import { untilNotStale } from '../until-not-stale.ts'
import { endHold } from './erase.ts'
import { hashesIn, type PersonHashes } from './hashes.ts'
import {
  addToRecord,
  deletionRecord,
  forgetLetters,
  idsOf,
  isOfLetters,
  laterLetters,
  personsOf,
  type RecordRow,
  sealedAs,
} from './record.ts'
import { emptyRequest } from './requests.ts'

/** Ids per statement. */
const batchSize = 500

/** Deletes what features store of erased persons, unless it is newer than the erasure, and empties their requests. @param ids of erased requests, among others */
async function erasePersons(engine: Engine, persons: ReadonlyMap<string, Date>, ids: ReadonlySet<string>): Promise<void> {
  if (persons.size + ids.size === 0) return
  const { ofOne } = hashesIn(engine)
  for (const addresses of storedByFeatures.flatMap((stored) => stored.addresses ?? []))
    for (const { email, storedAt } of await addresses.all(engine.read)) {
      const hashes = await ofOne({ applicantName: '', applicantEmail: email, companyName: '', answers: {} })
      const erasedAt = sealedAs(engine, hashes)
        .map((hash) => persons.get(hash))
        .find((at) => at !== undefined)
      if (erasedAt !== undefined && storedAt <= erasedAt) await engine.write((trx) => addresses.remove(trx, email))
    }
  for (const { id, person_hash, created_at } of await engine.read.selectFrom('person_requests').selectAll().execute()) {
    const [erasedAt] = sealedAs(engine, [person_hash]).flatMap((hash) => persons.get(hash) ?? [])
    if (ids.has(id) || (erasedAt !== undefined && created_at <= erasedAt.getTime()))
      await engine.write((trx) => emptyRequest(trx, id))
  }
}

/** Letters that were parked meanwhile stay parked, because they may have been sent after the owner of the address allowed them again. */
const requeuesNothing = { messages: [], delivery: { holdS: 0, spreadsheet: 'none' } } as const

/** Stops the letters of the application that a row names, or allows them again, if it still has the address. */
async function applyLetters(engine: Engine, { ofOne }: PersonHashes, { id, hash, at, stopped }: RecordRow): Promise<void> {
  const { messages, delivery } = requeuesNothing
  // Another node may have saved a change.
  await untilNotStale(async () => {
    const application = await byId(engine.read, id)
    if (application === undefined || !sealedAs(engine, await ofOne(application)).includes(hash)) return undefined
    const change = stopLetters(application, stopped === 1, messages, { at: new Date(at), delivery })
    return change && (await save(engine, undefined, [change]))
  })
}

/**
 * Adds rows to the record of deletions and stopped letters. Deletes everything again for good that it records, and applies those rows on letters that are later
 * than its own.
 * @param rows with distinct keys
 * @returns the number of applications that it deleted
 */
export async function eraseRecorded(engine: Engine, rows: readonly RecordRow[], by: string, now: Date): Promise<number> {
  const later = laterLetters(rows, await deletionRecord(engine.read))
  // The rows on letters are added after they were applied: if this is interrupted, the next time applies them again.
  const [letters, deletions] = [rows.filter(isOfLetters), rows.filter((row) => !isOfLetters(row))]
  await addToRecord(engine, deletions)
  const hashes = hashesIn(engine)
  for (const row of later) await applyLetters(engine, hashes, row)
  if (letters.length > 0) await addToRecord(engine, letters)
  const record = await deletionRecord(engine.read)
  const ids = idsOf(record)
  let erased = 0
  for (let from = 0; from < ids.length; from += batchSize) {
    const present = await engine.read
      .selectFrom('applications')
      .select(['id', 'quarantine'])
      .where('id', 'in', ids.slice(from, from + batchSize))
      .execute()
    // What was locked of those in quarantine is carried over; the others were spam.
    for (const { id, quarantine } of present)
      await engine.write((trx) => endHold(engine, trx, id, by, now, quarantine === null ? undefined : spamHold))
    erased += present.length
  }
  const persons = personsOf(record)
  await erasePersons(engine, persons, new Set(ids))
  if (erased + persons.size > 0) await purge(engine, now)
  if (later.length > 0) await engine.write(forgetLetters)
  return erased
}
