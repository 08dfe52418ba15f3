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
export async function volumes(trx: Db, engine: Pick<Engine, 'search' | 'createIndex'>): Promise<void> {
  const { schema } = trx
  await schema
    .alterTable('applications')
    .addColumn('volume', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('applications')
    .addColumn('facets', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await schema
    .createIndex('applications_by_volume')
    .on('applications')
    .columns(['volume', 'submitted_at', 'id'])
    .where(sql<boolean>`removed_at is null`)
    .execute()
  await engine.createIndex(trx)
  for (let after = 0; ; ) {
    const rows = await trx
      .selectFrom('applications')
      .select(['seq', 'form_type', 'status', 'email_key', 'answers', 'notes', 'meeting_at', 'origin', 'search_text'])
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(together)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.seq
    for (const { seq, search_text, ...row } of rows) {
      const volume = volumeOf(seq)
      const application = {
        formType: row.form_type,
        status: row.status,
        answers: JSON.parse(row.answers),
        notes: kept(row.notes),
        meetingAt: row.meeting_at === null ? null : new Date(row.meeting_at),
        origin: row.origin === null ? null : JSON.parse(row.origin),
      }
      const facets = facetsOf(application, row.email_key)
      await trx.updateTable('applications').set({ volume, facets }).where('seq', '=', seq).execute()
      for (const add of engine.search.add(trx, { seq, volume, search_text, facets })) await trx.executeQuery(add.compile())
    }
  }
}
