import { sql } from 'kysely'
import type { OutboxDraft, OutboxEntry } from '../../../../applications/outbox.ts'
import type { HeldLetter } from '../../outbox-port.ts'
import type { Db, Engine } from '../engine.ts'
import { decodeText, encodeText } from '../text-encoding.ts'
import { insertOutboxEntries } from './insert.ts'
import { fromRow } from './row.ts'

/** Letters and messages that wait and were never tried. A deletion cancels those of its application. */
const waiting = (db: Db, now: Date) =>
  db
    .selectFrom('outbox')
    .where('outbox.topic', '=', 'mail.letter')
    .where('outbox.state', '=', 'waiting')
    .where('outbox.attempts', '=', 0)
    .where('outbox.next_at', '>', now.getTime())

/** See outbox-port.ts. */
export async function held({ read }: Engine, now: Date, limit: number): Promise<readonly HeldLetter[]> {
  const rows = await waiting(read, now)
    .innerJoin('applications', 'applications.id', 'outbox.application_id')
    .selectAll('outbox')
    .select(['form_type', 'applicant_name', 'applicant_email', 'company_name'])
    .orderBy('outbox.next_at')
    .orderBy('outbox.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    entry: fromRow(row),
    application: {
      formType: row.form_type,
      applicantName: decodeText(row.applicant_name),
      applicantEmail: decodeText(row.applicant_email),
      companyName: decodeText(row.company_name),
    },
  }))
}

/** See outbox-port.ts. */
export async function countHeld({ read }: Engine, now: Date): Promise<number> {
  const { n } = await waiting(read, now).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
  return Number(n)
}

/** See outbox-port.ts. A corrected address takes the place of what was given up, so that nothing of it is parked any more. */
export async function unreachable({ read }: Engine, applicationIds: readonly string[]): Promise<readonly string[]> {
  if (applicationIds.length === 0) return []
  const rows = await read
    .selectFrom('outbox')
    .select('application_id')
    .distinct()
    .where('application_id', 'in', applicationIds.map(encodeText))
    .where('topic', '=', 'mail.letter')
    .where('state', '=', 'parked')
    .execute()
  return rows.map((row) => row.application_id)
}

/** See outbox-port.ts. */
export const release = (
  engine: Engine,
  ids: readonly string[],
  now: Date,
  rows: (released: readonly OutboxEntry[]) => readonly OutboxDraft[],
): Promise<number> =>
  ids.length === 0
    ? Promise.resolve(0)
    : engine.write(async (trx) => {
        const released = await trx
          .updateTable('outbox')
          .set({ due_at: now.getTime(), next_at: now.getTime() })
          .where('id', 'in', ids.map(encodeText))
          .where('topic', '=', 'mail.letter')
          .where('state', '=', 'waiting')
          .where('attempts', '=', 0)
          .where('next_at', '>', now.getTime())
          .returningAll()
          .execute()
        await engine.together(trx, insertOutboxEntries(trx, rows(released.map(fromRow)), 0, now))
        return released.length
      })
