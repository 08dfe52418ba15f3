import { type RawBuilder, sql } from 'kysely'
import type { Span } from './word-index.ts'

/** The conditions of a span. */
export const spanConditions = ({ since, until, after }: Span): readonly RawBuilder<boolean>[] => [
  ...(since === undefined ? [] : [sql<boolean>`submitted_at >= ${since}`]),
  ...(until === undefined ? [] : [sql<boolean>`submitted_at < ${until}`]),
  ...(after === undefined ? [] : [sql<boolean>`(submitted_at, id) < (${after.submittedAt}, ${after.id})`]),
]

/** Conditions behind others. */
export const andAll = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`
