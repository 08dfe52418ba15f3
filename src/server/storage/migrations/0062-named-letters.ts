import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/** The revision that a key of an earlier version names: of the change that the letter is about, not of the one that queued it once more. */
function revisionIn(key: string, written: ReadonlyMap<string, number>): number {
  const [, letter, number = ''] = key.split(':')
  if (letter === 'written') return written.get(key.slice(0, key.indexOf(':to:'))) ?? 0
  return /^\d+$/.test(number) ? Number(number) + 1 : 0
}

/** The names of letters have a column, and each entry has the revision that it is about. Both had to be read from the key or the payload. */
export async function namedLetters(trx: Db, { name }: Pick<Engine, 'name'>): Promise<void> {
  await trx.schema.alterTable('outbox').addColumn('letter', 'text').execute()
  const letter = name === 'sqlite' ? sql<string>`json_extract(payload, '$.letter')` : sql<string>`payload::json ->> 'letter'`
  await trx.updateTable('outbox').set({ letter }).where('topic', '=', 'mail.letter').execute()
  const copies = await trx
    .selectFrom('outbox')
    .select(['id', 'key', 'application_id'])
    .where('topic', '=', 'mail.letter')
    .where((eb) => eb.or([eb('key', 'like', '%:again:%'), eb('key', 'like', '%:edited:%'), eb('key', 'like', '%:to:%')]))
    .execute()
  for (const { id, key, application_id } of copies) {
    const entries = await trx
      .selectFrom('outbox')
      .select(['key', 'revision'])
      .where('application_id', '=', application_id)
      .execute()
    const revision = revisionIn(key, new Map(entries.map((entry) => [entry.key, entry.revision])))
    await trx.updateTable('outbox').set({ revision }).where('id', '=', id).execute()
  }
}
