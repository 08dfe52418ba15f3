import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { leftBehind, storedByFeatures } from '../../server/database/stored.ts'
import type { Db } from '../../server/database/tables.ts'
import type { Row, Table } from '../../server/storage/rows.ts'

/** The tables with the data of applications, each with the column of the application's id, in the order in which foreign keys allow inserts. */
export const applicationTables = [
  ['applications', 'id'],
  ['files', 'application_id'],
  ['history', 'application_id'],
  ['outbox', 'application_id'],
  ['answer_versions', 'application_id'],
  ['earlier_files', 'application_id'],
  ['slot_holders', 'application_id'],
] as const satisfies readonly (readonly [Table, string])[]

/** Those tables whose rows outlive their application. */
export const outlivingTables = ['outbox'] as const satisfies readonly Table[]

/** The tables whose rows are copied one at a time, each with its key: together they may not fit into memory. */
export const largeTables = (): readonly (readonly [Table, string])[] => [
  ['pictures', 'name'],
  ...storedByFeatures.flatMap(({ large = [] }) => large),
]

/** Limits are not copied, and each database has its own migrations. */
const uncopied = ['limits', 'migrations'] as const satisfies readonly Table[]

/**
 * All other tables, each small and copied in one piece, in an order in which foreign keys allow inserts.
 * @param source the SQLite database
 */
async function smallTables(source: Db): Promise<readonly Table[]> {
  const { rows } = await sql<{ name: Table; parent: Table | null }>`
    select list.name, keys."table" as parent from pragma_table_list() list left join pragma_foreign_key_list(list.name) keys
    where list.schema = 'main' and list.type = 'table' and list.name not like 'sqlite!_%' escape '!' order by list.name`.execute(
    source,
  )
  const otherwise: readonly string[] = [
    ...[...applicationTables, ...largeTables()].map(([name]) => name),
    ...uncopied,
    ...leftBehind(),
  ]
  const parents = Map.groupBy(
    rows.filter(({ name }) => !otherwise.includes(name)),
    ({ name }) => name,
  )
  const ordered = new Set<Table>()
  const add = (table: Table): void => {
    for (const { parent } of parents.get(table) ?? []) if (parent !== null && parent !== table) add(parent)
    if (parents.has(table)) ordered.add(table)
  }
  for (const table of parents.keys()) add(table)
  return [...ordered]
}

/** The columns of a table in SQLite, which both engines have. */
export async function columnsOf(source: Db, table: Table): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table}) order by cid`.execute(source)
  return rows.map(({ name }) => name)
}

/** The tables that are copied in one piece, and the columns of every copied table. */
export interface Copied {
  readonly small: readonly Table[]
  columnsOf(table: Table): readonly string[]
}

/** What is copied. @param source the SQLite database */
export async function copiedTables(source: Db): Promise<Copied> {
  const small = await smallTables(source)
  const columns = new Map<Table, readonly string[]>()
  for (const table of [...[...applicationTables, ...largeTables()].map(([name]) => name), ...small])
    columns.set(table, await columnsOf(source, table))
  return { small, columnsOf: (table) => columns.get(table) ?? [] }
}

/** Those of `ids` whose rows are read together. Files are read for one application at a time, because those of a batch may not fit into memory. */
export const groupsOf = (table: Table, ids: readonly string[]): readonly (readonly string[])[] =>
  table === 'files' || table === 'earlier_files' ? ids.map((id) => [id]) : [ids]

export async function keysOf(source: Db, [table, column]: ReturnType<typeof largeTables>[number]): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`select ${sql.ref(column)} as key from ${sql.table(table)}`.execute(source)
  return rows.map(({ key }) => key)
}

const plain = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? new Uint8Array(value) : value]),
  )

/** Rows of `table`, all of them or those whose `column` is one of `values`. */
export async function rowsOf(
  db: Db,
  table: Table,
  columns: readonly string[],
  only?: { readonly column: string; readonly values: readonly string[] },
): Promise<readonly Row[]> {
  if (only !== undefined && only.values.length === 0) return []
  const where = only === undefined ? sql`` : sql` where ${sql.ref(only.column)} in (${sql.join(only.values)})`
  const { rows } =
    await sql<Row>`select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}${where}`.execute(db)
  return rows.map(plain)
}

/** The rows of a table whose application was deleted. */
export async function orphans(
  db: Db,
  table: (typeof outlivingTables)[number],
  columns: readonly string[],
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}
    where not exists (select 1 from applications where applications.id = ${sql.ref(`${table}.application_id`)})`.execute(db)
  return rows.map(plain)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return value instanceof Uint8Array ? 'bytes' : typeof value
}

/** A hash of a set of rows that does not depend on their order. */
export function fingerprint(columns: readonly string[], rows: readonly Row[]): bigint {
  let sum = 0n
  for (const row of rows) {
    const hash = createHash('sha256')
    for (const name of columns) {
      const value = row[name]
      const bytes = value instanceof Uint8Array ? value : Buffer.from(String(value))
      hash.update(`${kindOf(value)}:${bytes.length}:`).update(bytes)
    }
    sum = (sum + BigInt(`0x${hash.digest('hex')}`)) % 2n ** 256n
  }
  return sum
}
