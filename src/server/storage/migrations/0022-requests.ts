import type { Db } from '../engine.ts'

/** What the reviewer has requested of the applicant, with the answers: a JSON list. */
export async function requests({ schema }: Db): Promise<void> {
  await schema
    .alterTable('applications')
    .addColumn('requests', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
}
