import type { Db, Engine } from '../engine.ts'

/** Pictures that were added at the desk. The bytes are the last column, because SQLite reads a row from its beginning. */
export const pictures = ({ schema }: Db, { types }: Pick<Engine, 'types'>): Promise<void> =>
  schema
    .createTable('pictures')
    .addColumn('name', 'text', (c) => c.primaryKey().notNull())
    .addColumn('unused_since', types.moment)
    .addColumn('bytes', types.bytes, (c) => c.notNull())
    .execute()
