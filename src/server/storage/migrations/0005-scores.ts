import type { Db } from '../engine.ts'

/** Scores beside an application, and the history by time: what changed lately is asked for twice a second while a desk is open. */
export async function scores({ schema }: Db): Promise<void> {
  await schema
    .alterTable('applications')
    .addColumn('scores', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute()
  await schema.createIndex('history_by_time').on('history').column('at').execute()
}
