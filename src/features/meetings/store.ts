import type { Engine } from '../../server/database/engine.ts'
import { encodeText } from '../../server/database/text-encoding.ts'

/** The kind of mail that reminds to choose a time. */
export const reminderName = 'meeting_choice'

/** When each of these applications was reminded since a moment, by its id. */
export async function remindedSince({ read }: Engine, ids: readonly string[], since: Date): Promise<ReadonlyMap<string, Date>> {
  if (ids.length === 0) return new Map()
  const rows = await read
    .selectFrom('outbox')
    .select(({ fn }) => ['application_id', fn.max('created_at').as('at')])
    .where('application_id', 'in', ids.map(encodeText))
    .where('topic', '=', 'mail.other')
    .where('key', 'like', `${reminderName}:%`)
    .where('state', '<>', 'cancelled')
    .where('created_at', '>', since.getTime())
    .groupBy('application_id')
    .execute()
  return new Map(rows.map(({ application_id, at }) => [application_id, new Date(Number(at))]))
}
