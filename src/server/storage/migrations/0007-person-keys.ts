import type { Db, Engine } from '../engine.ts'
import { kept, keysOf } from './0007-copies.ts'

const together = 500

/** By what an application is known to come from the same person or company as another one (see applications/person.ts). */
export async function personKeys(trx: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  const { schema } = trx
  await schema
    .createTable('person_keys')
    .addColumn('application_id', 'text', (c) => c.notNull().references('applications.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('submitted_at', types.moment, (c) => c.notNull())
    .addPrimaryKeyConstraint('person_keys_key', ['application_id', 'kind', 'key'])
    .execute()
  for (let after = 0; ; ) {
    const rows = await trx
      .selectFrom('applications')
      .select(['seq', 'id', 'applicant_name', 'applicant_email', 'company_name', 'answers', 'submitted_at'])
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(together)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.seq
    const keys = rows.flatMap((row) =>
      keysOf({
        id: row.id,
        applicantName: kept(row.applicant_name),
        applicantEmail: kept(row.applicant_email),
        companyName: kept(row.company_name),
        answers: JSON.parse(row.answers),
        submittedAt: new Date(row.submitted_at),
      }),
    )
    if (keys.length > 0) await trx.insertInto('person_keys').values(keys).execute()
  }
  await schema
    .createIndex('person_keys_by_key')
    .on('person_keys')
    .columns(['kind', 'key', 'submitted_at', 'application_id'])
    .execute()
}
