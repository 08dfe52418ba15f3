import { sql } from 'kysely'
import type { Db } from '../engine.ts'

/** Why an application is in quarantine. Those that are, are found newest first, and by what makes a submission a duplicate. */
export async function quarantine({ schema }: Db): Promise<void> {
  await schema.alterTable('applications').addColumn('quarantine', 'text').execute()
  for (const [index, columns] of [
    ['applications_quarantined', ['submitted_at', 'id']],
    ['applications_quarantined_by_duplicate_key', ['duplicate_key', 'submitted_at']],
  ] as const)
    await schema
      .createIndex(index)
      .on('applications')
      .columns([...columns])
      .where(sql<boolean>`quarantine is not null`)
      .execute()
}
