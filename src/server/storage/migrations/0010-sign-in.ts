import type { Db, Engine } from '../engine.ts'

/**
 * Who pays for a passcode and for the wrong tries of it, and whether it was used; the browsers that signed in, with the session of each; passkeys;
 * and how many sign-ins were refused in each minute. Browsers from before have no name and no dates.
 */
export async function signIn({ schema }: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  await schema.alterTable('passcodes').addColumn('owner', 'text').execute()
  await schema.alterTable('passcodes').addColumn('redeemed_at', types.moment).execute()
  await schema.alterTable('wrong_tries').renameColumn('browser', 'owner').execute()
  await schema.alterTable('sessions').addColumn('browser', 'text').execute()
  await schema
    .alterTable('devices')
    .addColumn('name', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await schema.alterTable('devices').addColumn('created_at', types.moment).execute()
  await schema.alterTable('devices').addColumn('signed_in_at', types.moment).execute()
  await schema
    .createTable('passkeys')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', types.moment, (c) => c.notNull())
    .addColumn('created_at', types.moment, (c) => c.notNull())
    .addColumn('used_at', types.moment)
    .execute()
  await schema
    .createTable('refusals')
    .addColumn('minute', types.moment, (c) => c.primaryKey().notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .execute()
}
