import { personHashes } from '../../../person-hashes.ts'
import { purge } from '../applications/purge.ts'
import type { Engine } from '../engine.ts'
import { settings } from '../settings.ts'
import { removeSubscription } from '../subscriptions.ts'
import { decodeText } from '../text-encoding.ts'
import { endHold } from './erase.ts'
import { addToRecord, deletionRecord, idsOf, personsOf, type RecordRow } from './record.ts'

/** Ids per statement. */
const batchSize = 500

/** Deletes the subscriptions of erased persons, and empties their requests, unless they are newer than the erasure. */
async function erasePersons(engine: Engine, persons: ReadonlyMap<string, Date>): Promise<void> {
  if (persons.size === 0) return
  const { hash } = personHashes(settings(engine))
  for (const { id, email_key, created_at } of await engine.read.selectFrom('subscriptions').selectAll().execute()) {
    const erasedAt = persons.get(await hash({ kind: 'email', key: decodeText(email_key) }))
    if (erasedAt !== undefined && created_at <= erasedAt.getTime()) await engine.write((trx) => removeSubscription(trx, 'id', id))
  }
  for (const { id, person_hash, created_at } of await engine.read.selectFrom('person_requests').selectAll().execute()) {
    const erasedAt = persons.get(person_hash)
    if (erasedAt !== undefined && created_at <= erasedAt.getTime())
      await engine.write(async (trx) => {
        await trx.updateTable('person_requests').set({ person: '', note: '' }).where('id', '=', id).execute()
      })
  }
}

/**
 * Adds rows to the record of deletions, and deletes everything again for good that it records.
 * @param rows with distinct keys
 * @returns the number of applications that it deleted
 */
export async function eraseRecorded(engine: Engine, rows: readonly RecordRow[], by: string, now: Date): Promise<number> {
  await addToRecord(engine, rows)
  const record = await deletionRecord(engine.read)
  const ids = idsOf(record)
  let erased = 0
  for (let from = 0; from < ids.length; from += batchSize) {
    const present = await engine.read
      .selectFrom('applications')
      .select('id')
      .where('id', 'in', ids.slice(from, from + batchSize))
      .execute()
    for (const { id } of present) await engine.write((trx) => endHold(engine, trx, id, by, now))
    erased += present.length
  }
  const persons = personsOf(record)
  await erasePersons(engine, persons)
  if (erased + persons.size > 0) await purge(engine, now)
  return erased
}
