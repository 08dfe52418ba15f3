import type { Selectable } from 'kysely'
import type { OutboxEntry } from '../../../applications/outbox.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { decodeText } from '../../database/text-encoding.ts'

/** Reads an entry from its row. */
export const fromRow = (row: Selectable<Tables['outbox']>): OutboxEntry => ({
  id: row.id,
  topic: row.topic,
  payload: JSON.parse(row.payload),
  key: decodeText(row.key),
  applicationId: row.application_id,
  revision: row.revision,
  dueAt: new Date(row.due_at),
  state: row.state,
  attempts: row.attempts,
  createdAt: new Date(row.created_at),
  sentAt: row.sent_at === null ? null : new Date(row.sent_at),
  lastFault: decodeText(row.last_fault),
  failingSince: row.failing_since === null ? null : new Date(row.failing_since),
  fence: row.fence,
})

/** All entries of an application, deleted or not, oldest first. @param applicationId as stored (`encodeText`) */
export const entriesOf = async (db: Db, applicationId: string): Promise<readonly OutboxEntry[]> => {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(fromRow)
}
