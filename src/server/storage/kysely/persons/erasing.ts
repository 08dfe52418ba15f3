import type { Db } from '../tables.ts'

/** Those of `ids` that an erasure waits for. */
export async function erasingOf(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('erasing').select('application_id').where('application_id', 'in', ids).execute()
  return new Set(rows.map((row) => row.application_id))
}
