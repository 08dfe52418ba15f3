import { undoDeletion } from '../../../applications/moves.ts'
import { removalDraft } from '../../../applications/outbox.ts'
import type { Delivery } from '../../../applications/outgoing/change.ts'
import type { Engine } from '../../database/engine.ts'
import { storedByFeatures } from '../../database/stored.ts'
import type { Db } from '../../database/tables.ts'
import { decodeText, encodeText } from '../../database/text-encoding.ts'
import { hasPersonKey } from '../applications/person-keys.ts'
import { deletedRow, erasingOf, type Removal, removeIn } from '../applications/remove.ts'
import { fromRow } from '../applications/row.ts'
import { write } from '../applications/save.ts'
import type { Erasure, HashedKey, NewErasure, Persons } from './port.ts'
import { recordDeletion, recordPerson } from './record.ts'
import { emptyRequest } from './requests.ts'

export const erase = (engine: Engine, { drafts, ...erasure }: NewErasure): Promise<Erasure | undefined> =>
  engine.write(async (trx) => {
    const ids = erasure.applications.map(encodeText).toSorted()
    await engine.lock(trx, ...ids.map((id) => `application:${id}`))
    const erasing = await erasingOf(trx, ids)
    const entry = { at: erasure.requestedAt, by: erasure.by, event: { what: 'deleted' } } as const
    const applications: string[] = []
    for (const id of ids.filter((each) => !erasing.has(each))) {
      const removal: Removal = { entry, holdUntil: erasure.dueAt, drafts: (revision) => drafts(id, revision) }
      const isRemoved = (await removeIn(engine, trx, id, removal)) !== undefined
      if (isRemoved || (await isQuarantined(trx, id))) applications.push(id)
    }
    if (applications.length === 0) return undefined
    await trx
      .insertInto('erasing')
      .values(applications.map((id) => ({ application_id: id, erasure_id: erasure.id })))
      .execute()
    await trx.insertInto('erasures').values(rowOf(erasure)).execute()
    return { ...erasure, applications }
  })

const isQuarantined = async (trx: Db, id: string): Promise<boolean> =>
  (await trx
    .selectFrom('applications')
    .select('id')
    .where('id', '=', id)
    .where('quarantine', 'is not', null)
    .executeTakeFirst()) !== undefined

const applicationsOf = async (db: Db, id: string): Promise<readonly string[]> =>
  (await db.selectFrom('erasing').select('application_id').where('erasure_id', '=', id).orderBy('application_id').execute()).map(
    (row) => row.application_id,
  )

export async function waitingErasures(db: Db): Promise<readonly Erasure[]> {
  const rows = await db.selectFrom('erasures').selectAll().orderBy('due_at').orderBy('id').execute()
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      requestedAt: new Date(row.requested_at),
      dueAt: new Date(row.due_at),
      by: decodeText(row.by),
      keys: JSON.parse(row.keys) as readonly HashedKey[],
      applications: await applicationsOf(db, row.id),
    })),
  )
}

/** Adds waiting erasures of another database, with their applications. */
export const addErasures = (engine: Engine, erasures: readonly Erasure[]): Promise<void> =>
  engine.write(async (trx) => {
    for (const { applications, ...erasure } of erasures) {
      await trx
        .insertInto('erasures')
        .values(rowOf(erasure))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      await trx
        .insertInto('erasing')
        .values(applications.map((id) => ({ application_id: id, erasure_id: erasure.id })))
        .onConflict((conflict) => conflict.column('application_id').doNothing())
        .execute()
    }
  })

const rowOf = ({ id, requestedAt, dueAt, by, keys }: Omit<Erasure, 'applications'>) => ({
  id,
  requested_at: requestedAt.getTime(),
  due_at: dueAt.getTime(),
  by: encodeText(by),
  keys: JSON.stringify(keys),
})

async function deleteErasure(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('erasing').where('erasure_id', '=', id).execute()
  await trx.deleteFrom('erasures').where('id', '=', id).execute()
}

export const undoErasure = (
  engine: Engine,
  id: string,
  by: string,
  at: Date,
  delivery: Delivery,
): ReturnType<Persons['undoErasure']> =>
  engine.write(async (trx) => {
    await engine.lock(trx, `erasure:${id}`)
    const row = await trx.selectFrom('erasures').select('due_at').where('id', '=', encodeText(id)).executeTakeFirst()
    if (row === undefined) return 'not_found'
    if (row.due_at <= at.getTime()) return 'too_late'
    for (const applicationId of await applicationsOf(trx, id)) {
      await engine.lock(trx, `application:${applicationId}`)
      const row = await deletedRow(trx, applicationId)
      const undoing = row && undoDeletion(fromRow(row), { by, at, delivery })
      if (undoing !== undefined && (await write(engine, trx, undefined, undoing)) !== 'saved')
        throw new Error(`${applicationId} changed under its lock`)
    }
    await deleteErasure(trx, id)
    return 'undone'
  })

/** Whether a row of the application may be in the spreadsheet, according to the outbox. */
const isInSpreadsheet = async (trx: Db, id: string): Promise<boolean> =>
  (await trx
    .selectFrom('outbox')
    .select('id')
    .where('application_id', '=', id)
    .where('topic', '=', 'sheet.row')
    .executeTakeFirst()) !== undefined

/** Deletes an application without a hold, so that the next purge deletes it for good. It may be listed, after a restore, or in quarantine. */
export async function endHold(
  engine: Engine,
  trx: Db,
  id: string,
  by: string,
  now: Date,
  holdUntil = now.getTime(),
): Promise<void> {
  const entry = { at: now, by, event: { what: 'deleted' } } as const
  const removals = (await isInSpreadsheet(trx, id)) ? [removalDraft(id, `erased:${now.getTime()}`, now)] : []
  await removeIn(engine, trx, id, { entry, holdUntil: now, drafts: () => removals })
  await trx
    .updateTable('applications')
    .set({ quarantine: null, hold_until: holdUntil })
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .execute()
}

/**
 * Records the addresses that only erased applications have, deletes what features store of them, and empties the person's requests. Not recorded is a telephone number:
 * trying out all numbers finds it from its hash. A request by telephone is recorded by its id.
 */
async function recordPersons(
  engine: Engine,
  trx: Db,
  keys: readonly HashedKey[],
  ids: readonly string[],
  now: Date,
): Promise<void> {
  for (const { kind, key, hash } of keys) {
    const other = await trx
      .selectFrom('applications')
      .select('id')
      .where(hasPersonKey(engine, { kind, key }))
      .where('id', 'not in', ids)
      .limit(1)
      .executeTakeFirst()
    if (other !== undefined) continue
    if (kind === 'email') {
      await recordPerson(engine, trx, hash, now)
      for (const { addresses } of storedByFeatures) await addresses?.remove(trx, key)
    }
    const requests = await trx.selectFrom('person_requests').select('id').where('person_hash', '=', hash).execute()
    for (const { id } of requests) {
      await recordDeletion(trx, id, now)
      await emptyRequest(trx, id)
    }
  }
}

/** Ends the holds of due erasures, so that the purge deletes their applications for good. */
export async function finishErasures(engine: Engine, now: Date): Promise<void> {
  const due = (await waitingErasures(engine.read)).filter(({ dueAt }) => dueAt <= now)
  for (const { id, by, keys, applications } of due)
    await engine.write(async (trx) => {
      await engine.lock(trx, `erasure:${id}`)
      // Another node may have finished it, or it was undone.
      if ((await applicationsOf(trx, id)).length === 0) return
      for (const applicationId of applications) await endHold(engine, trx, applicationId, by, now)
      await recordPersons(engine, trx, keys, applications, now)
      await deleteErasure(trx, id)
    })
}
