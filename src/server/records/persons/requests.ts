import type { Selectable } from 'kysely'
import type { Engine } from '../../database/engine.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { decodeText, encodeText } from '../../database/text-encoding.ts'
import type { PersonRequest, Persons } from './port.ts'

const fromRow = (row: Selectable<Tables['person_requests']>): PersonRequest => ({
  id: row.id,
  kind: row.kind,
  person: decodeText(row.person),
  personHash: row.person_hash,
  received: row.received,
  due: row.due,
  note: decodeText(row.note),
  createdAt: new Date(row.created_at),
  doneAt: row.done_at === null ? null : new Date(row.done_at),
})

export const addRequest = (engine: Engine, request: PersonRequest): Promise<void> =>
  engine.write(async (trx) => {
    await trx
      .insertInto('person_requests')
      .values({
        id: request.id,
        kind: request.kind,
        person: encodeText(request.person),
        person_hash: request.personHash,
        received: request.received,
        due: request.due,
        note: encodeText(request.note),
        created_at: request.createdAt.getTime(),
        done_at: request.doneAt?.getTime() ?? null,
      })
      .execute()
  })

/** Removes what a request says of its person. */
export async function emptyRequest(trx: Db, id: string): Promise<void> {
  await trx.updateTable('person_requests').set({ person: '', person_hash: '', note: '' }).where('id', '=', id).execute()
}

export async function requests(db: Db, limit: number): ReturnType<Persons['requests']> {
  const all = db.selectFrom('person_requests').selectAll()
  const [open, done] = await Promise.all([
    all.where('done_at', 'is', null).orderBy('due').orderBy('id').execute(),
    all.where('done_at', 'is not', null).orderBy('done_at', 'desc').limit(limit).execute(),
  ])
  return [...open, ...done].map(fromRow)
}

export const setRequestDone = (engine: Engine, id: string, at: Date | null): ReturnType<Persons['setRequestDone']> =>
  engine.write(async (trx) => {
    const changed = await trx
      .updateTable('person_requests')
      .set({ done_at: at?.getTime() ?? null })
      .where('id', '=', encodeText(id))
      .executeTakeFirst()
    return changed.numUpdatedRows === 1n ? 'saved' : 'not_found'
  })
