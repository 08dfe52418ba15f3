import type { Engine } from '../../server/database/engine.ts'
import type { Db } from '../../server/database/tables.ts'
import { type Row, replaceRows, type Table } from '../../server/storage/rows.ts'

/** The tables that say who is signed in and who may sign in. */
const accessTables = ['users', 'sessions', 'devices', 'passkeys'] as const satisfies readonly Table[]

/** The rows of those tables. */
export type Access = ReadonlyMap<(typeof accessTables)[number], readonly Row[]>

/** Reads who is signed in and who may sign in. @throws Error for a database of a version without one of the tables */
export async function readAccess(db: Db): Promise<Access> {
  const access = new Map<(typeof accessTables)[number], readonly Row[]>()
  for (const table of accessTables) access.set(table, await db.selectFrom(table).selectAll().execute())
  return access
}

/** The ids of users, sessions, browsers, and passkeys. */
export const accessIds = (access: Access): readonly unknown[] =>
  [...access.values()].flat().map(({ id, credential_hash, device_hash }) => id ?? credential_hash ?? device_hash)

/** Replaces the access of a restored database. A passkey, browser or session that was removed after the backup does not come back. */
export const replaceAccess = (engine: Engine, access: Access): Promise<void> =>
  engine.write(async (trx) => {
    for (const [table, rows] of access) await replaceRows(trx, table, rows)
  })
