import { sql } from 'kysely'
import { waits } from '../../../applications/mail-budget.ts'
import type { OutboxDraft, OutboxEntry } from '../../../applications/outbox.ts'
import type { Engine } from '../../database/engine.ts'
import type { Db } from '../../database/tables.ts'
import { decodeText, encodeText } from '../../database/text-encoding.ts'
import { cancelOutboxEntries, insertOutboxEntries } from './insert.ts'
import type { HeldLetter, LetterOutcomes } from './port.ts'
import { fromRow } from './row.ts'

/** Letters and messages on hold: they wait and were never tried. Reminders and the letters of meetings are excluded: they wait for their own time. */
const waiting = (db: Db, now: Date) =>
  db
    .selectFrom('outbox')
    .where('outbox.topic', '=', 'mail.letter')
    .where('outbox.state', '=', 'waiting')
    .where('outbox.attempts', '=', 0)
    .where('outbox.next_at', '>', now.getTime())
    .where('outbox.letter', 'not in', ['request_reminder', 'meeting', 'meeting_cancelled', 'meeting_reminder'])

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

export async function countHeld({ read }: Engine, now: Date): Promise<number> {
  const { n } = await waiting(read, now).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
  return Number(n)
}

export async function outcomesOf({ read }: Engine, ids: readonly string[], now: Date): Promise<LetterOutcomes> {
  const rows = await read
    .selectFrom('outbox')
    .select(['state', 'attempts', 'next_at'])
    .where('topic', '=', 'mail.letter')
    .where('id', 'in', [...ids.map(encodeText), ''])
    .execute()
  const count = (isCounted: (row: (typeof rows)[number]) => boolean): number => rows.filter(isCounted).length
  const isHeld = ({ state, attempts, next_at: at }: (typeof rows)[number]): boolean =>
    state === 'waiting' && attempts === 0 && (at ?? 0) > now.getTime()
  return {
    sent: count(({ state }) => state === 'sent'),
    parked: count(({ state }) => state === 'parked'),
    cancelled: count(({ state }) => state === 'cancelled'),
    leaving: count((row) => (row.state === 'waiting' && !isHeld(row)) || row.state === 'claimed'),
  }
}

/** See port.ts. A correction of the address replaces the parked letters, so a parked letter means an address that was not corrected. */
export async function unreachable({ read }: Engine, applicationIds: readonly string[]): Promise<readonly string[]> {
  if (applicationIds.length === 0) return []
  const rows = await read
    .selectFrom('outbox')
    .select('application_id')
    .distinct()
    .where('application_id', 'in', applicationIds.map(encodeText))
    .where('topic', 'in', ['mail.letter', 'mail.other'])
    .where('state', '=', 'parked')
    .execute()
  return rows.map((row) => row.application_id)
}

export const discardConfirmation = (engine: Engine, id: string, applicationId: string, now: Date): Promise<boolean> =>
  engine.write(async (trx) => {
    const row = await waiting(trx, now)
      .select('id')
      .where('id', '=', encodeText(id))
      .where('application_id', '=', encodeText(applicationId))
      .where('letter', '=', 'confirmation')
      .executeTakeFirst()
    if (row === undefined) return false
    return (await cancelOutboxEntries(trx, [row.id])).length > 0
  })

export const release = (
  engine: Engine,
  ids: readonly string[],
  now: Date,
  rows: (released: readonly OutboxEntry[]) => readonly OutboxDraft[],
): Promise<number> =>
  ids.length === 0
    ? Promise.resolve(0)
    : engine.write(async (trx) => {
        const sendable = await waiting(trx, now)
          .select('outbox.id')
          .where('outbox.id', 'in', ids.map(encodeText))
          .where('outbox.last_fault', 'not in', Object.values<string>(waits).map(encodeText))
          .execute()
        if (sendable.length === 0) return 0
        const released = await trx
          .updateTable('outbox')
          .set({ due_at: now.getTime(), next_at: now.getTime() })
          .where(
            'id',
            'in',
            sendable.map(({ id }) => id),
          )
          .where('state', '=', 'waiting')
          .where('attempts', '=', 0)
          .returningAll()
          .execute()
        // A decision is final when its letter leaves.
        await trx
          .updateTable('outbox')
          .set({ due_at: now.getTime(), next_at: now.getTime() })
          .where('topic', '=', 'report')
          .where('state', '=', 'waiting')
          .where('attempts', '=', 0)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('outbox as letter')
                .select('letter.id')
                .where(
                  'letter.id',
                  'in',
                  released.map((row) => row.id),
                )
                .whereRef('letter.application_id', '=', 'outbox.application_id')
                .whereRef('letter.revision', '=', 'outbox.revision'),
            ),
          )
          .execute()
        await engine.together(trx, insertOutboxEntries(engine, rows(released.map(fromRow)), 0, now))
        return released.length
      })
