import { CompiledQuery, type Insertable } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Makes the function that writes `insert` as a plain text, from the columns of the first row: with Kysely, building the text of a wide row takes longer than
 * running it.
 * @param parameter the text of the nth parameter
 */
export const insertion =
  (parameter: (n: number) => string) =>
  <Table extends keyof Tables>(
    table: Table,
    rows: readonly Insertable<Tables[Table]>[],
    end = '',
  ): { compile(): CompiledQuery } => ({
    compile: () => {
      const columns = Object.keys(rows[0] ?? {}) as (keyof Insertable<Tables[Table]>)[]
      const values = rows.flatMap((row) => columns.map((column) => row[column]))
      const lines = rows.map((_, row) => columns.map((_, column) => parameter(row * columns.length + column + 1)).join(', '))
      const names = columns.map((column) => `"${String(column)}"`).join(', ')
      return CompiledQuery.raw(`insert into ${table} (${names}) values (${lines.join('), (')}) ${end}`, values)
    },
  })
