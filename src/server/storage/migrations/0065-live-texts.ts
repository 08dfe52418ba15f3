import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/** The texts that are the site's now are marked, so that nobody reads those of all earlier publishes. The link to a draft is with the draft, and ends with it. */
export async function liveTexts(trx: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  await trx.schema
    .alterTable('published_files')
    .addColumn('live', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update published_files set live = 1 where exists (
    select 1 from publishes p where p.id = published_files.publish_id and p.revision = (
      select max(q.revision) from published_files g join publishes q on q.id = g.publish_id where g.path = published_files.path))`.execute(
    trx,
  )
  await trx.schema
    .createIndex('published_files_live')
    .on('published_files')
    .column('path')
    .where(sql<boolean>`live = 1`)
    .execute()
  for (const [column, type] of [
    ['link_hash', 'text'],
    ['link_until', types.moment],
  ] as const)
    await trx.schema.alterTable('content_drafts').addColumn(column, type).execute()
  await sql`delete from settings where key = 'draft links'`.execute(trx)
}
