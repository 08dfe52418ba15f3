import type { Db } from '../engine.ts'

/** How the applicant came to us, and which privacy notice stood at the form. Of what was submitted before, neither is known. */
export async function origins({ schema }: Db): Promise<void> {
  await schema.alterTable('applications').addColumn('origin', 'text').execute()
  await schema
    .alterTable('applications')
    .addColumn('notice', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
