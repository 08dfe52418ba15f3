import { sql } from 'kysely'
import type { Db } from '../engine.ts'

/**
 * Binds a passcode to the browser that requested it, and a browser that signed in to the address it signed in as. Codes from before are
 * bound to nothing: they are requested again. Browsers from before stay trusted where only one admin ever signed in.
 */
export async function boundCodes(trx: Db): Promise<void> {
  const { schema } = trx
  await schema.alterTable('passcodes').addColumn('browser', 'text').execute()
  await schema.alterTable('passcodes').addColumn('client', 'text').execute()
  await schema
    .alterTable('passcodes')
    .addColumn('client_tries', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('wrong_tries').addColumn('browser', 'text').execute()
  await schema.alterTable('devices').addColumn('email', 'text').execute()
  await sql`update devices set email = (select min(email) from users) where (select count(*) from users) = 1`.execute(trx)
}
