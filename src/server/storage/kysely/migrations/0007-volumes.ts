import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'
import { kept } from '../odd-text.ts'
import { facetsOf } from '../search/facets.ts'
import { volumeOf } from '../search/volumes.ts'

/** Applications that are read into the index at a time. */
const together = 500

/**
 * The index of words in volumes, and in it what an application can be asked for beside its words (see search/volumes.ts, search/facets.ts). A million
 * applications are read anew, once: some minutes.
 */
export async function volumes(
  trx: Db,
  engine: Pick<Engine, 'name' | 'search' | 'dropFirstIndex' | 'createIndex'>,
): Promise<void> {
  const { schema } = trx
  if (engine.name === 'postgres') await sql`set local statement_timeout = 0`.execute(trx)
  await engine.dropFirstIndex(trx)
  await schema
    .alterTable('applications')
    .addColumn('volume', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('applications')
    .addColumn('facets', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  for (let rows = await facetsAfter(trx, 0); rows.length > 0; rows = await facetsAfter(trx, rows.at(-1)?.seq ?? 0))
    for (const { seq, facets } of rows)
      await trx
        .updateTable('applications')
        .set({ volume: volumeOf(seq), facets })
        .where('seq', '=', seq)
        .execute()
  await schema
    .createIndex('applications_by_volume')
    .on('applications')
    .columns(['volume', 'submitted_at', 'id'])
    .where(sql<boolean>`removed_at is null`)
    .execute()
  await engine.createIndex(trx)
  for (let rows = await entriesAfter(trx, 0); rows.length > 0; rows = await entriesAfter(trx, rows.at(-1)?.seq ?? 0))
    for (const add of rows.flatMap((entry) => engine.search.add(trx, entry))) await trx.executeQuery(add.compile())
}

const after = (trx: Db, seq: number) => trx.selectFrom('applications').where('seq', '>', seq).orderBy('seq').limit(together)

const entriesAfter = (trx: Db, seq: number) => after(trx, seq).select(['seq', 'volume', 'search_text', 'facets']).execute()

async function facetsAfter(trx: Db, seq: number): Promise<readonly { readonly seq: number; readonly facets: string }[]> {
  const rows = await after(trx, seq)
    .select(['seq', 'form_type', 'status', 'email_key', 'answers', 'notes', 'meeting_at', 'origin'])
    .execute()
  return rows.map((row) => {
    const application = {
      formType: row.form_type,
      status: row.status,
      answers: JSON.parse(row.answers),
      notes: kept(row.notes),
      meetingAt: row.meeting_at === null ? null : new Date(row.meeting_at),
      origin: row.origin === null ? null : JSON.parse(row.origin),
    }
    return { seq: row.seq, facets: facetsOf(application, row.email_key) }
  })
}
