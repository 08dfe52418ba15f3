import type { Db, Engine } from '../engine.ts'

/** The tokens with which the admin's own programs read. Only a hash of each is stored. */
export async function scriptTokens({ schema }: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  await schema
    .createTable('script_tokens')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', types.moment, (c) => c.notNull())
    .addColumn('used_at', types.moment)
    .execute()
}
