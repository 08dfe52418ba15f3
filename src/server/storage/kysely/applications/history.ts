import type { Event } from '../../../../applications/history.ts'
import type { News } from '../../port.ts'
import type { Db } from '../engine.ts'

/** See port.ts. What was deleted tells of itself until it is purged. */
export async function newsSince(db: Db, since: Date, limit: number): Promise<readonly News[]> {
  const rows = await db
    .selectFrom('history')
    .select(['application_id', 'revision', 'event'])
    .where('at', '>=', since.getTime())
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ application_id, revision, event }) => ({
    id: application_id,
    revision,
    what: (JSON.parse(event) as Event).what,
  }))
}
