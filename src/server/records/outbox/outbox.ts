import { sql } from 'kysely'
import { type OutboxState, outboxStates, outliving, type Topic, topics } from '../../../applications/outbox.ts'
import type { Engine } from '../../database/engine.ts'
import type { Db } from '../../database/tables.ts'
import { decodeText, encodeText } from '../../database/text-encoding.ts'
import { emailKey } from '../applications/row.ts'
import { isStopped, stopAddress } from '../persons/record.ts'
import { claim } from './claim.ts'
import { countHeld, discardConfirmation, held, outcomesOf, release, unreachable } from './held.ts'
import { insertOutboxEntries } from './insert.ts'
import { isProven, prove, turn } from './mail-budget.ts'
import type { Failing, Outbox } from './port.ts'
import { fromRow } from './row.ts'
import { settle } from './settle.ts'

/** See port.ts. It is read from the database, so that all nodes report the same, also one that has just started. */
async function failing(db: Db, topic: Topic): Promise<Failing | undefined> {
  const tried = () =>
    db.selectFrom('outbox').where('topic', '=', topic).where('next_at', 'is not', null).where('failing_since', 'is not', null)
  const { since, waiting } = await tried()
    .select((eb) => [eb.fn.min('failing_since').as('since'), eb.fn.countAll<number>().as('waiting')])
    .executeTakeFirstOrThrow()
  if (since === null) return undefined
  const { lastSent } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.max('sent_at').as('lastSent'))
    .where('topic', '=', topic)
    .where('sent_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const last = await tried()
    .select('last_fault')
    .where('last_fault', '<>', encodeText(''))
    .orderBy('due_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { since: new Date(Math.max(since, lastSent ?? 0)), fault: decodeText(last?.last_fault ?? ''), waiting: Number(waiting) }
}

/** The condition that an entry has a state, in words of a partial index: unfinished entries have a `next_at`, and parked ones an index of their own. */
const hasState = (state: OutboxState) =>
  state === 'waiting' || state === 'claimed'
    ? sql<boolean>`next_at is not null and state = ${state}`
    : sql<boolean>`state = ${sql.lit(state)}`

/** See port.ts. Of each topic the index has the first waiting entry that is due later. */
async function nextDue(db: Db, now: Date): Promise<Date | undefined> {
  const ms = now.getTime()
  const each = topics.map(
    (topic) => sql`
      select min(due_at) as at from outbox where topic = ${topic} and next_at is not null and state = 'waiting' and due_at > ${ms}`,
  )
  const { rows } = await sql<{ at: number | string | null }>`${sql.join(each, sql` union all `)}`.execute(db)
  const times = rows.flatMap(({ at }) => (at === null ? [] : [Number(at)]))
  return times.length === 0 ? undefined : new Date(Math.min(...times))
}

/** The methods that only read. */
const reading = ({ read }: Engine): Pick<Outbox, 'forApplication' | 'inState' | 'reports' | 'counts' | 'failing' | 'nextDue'> => {
  /** Entries of visible applications, and entries that outlive their application. */
  const visible = () =>
    read
      .selectFrom('outbox')
      .leftJoin('applications', 'applications.id', 'outbox.application_id')
      .selectAll('outbox')
      .where(({ or, and, eb }) =>
        or([
          and([eb('applications.id', 'is not', null), eb('applications.removed_at', 'is', null)]),
          eb('outbox.topic', 'in', outliving),
        ]),
      )
  return {
    forApplication: async (applicationId) => {
      const rows = await visible()
        .where('application_id', '=', encodeText(applicationId))
        .orderBy('outbox.created_at')
        .orderBy('outbox.id')
        .execute()
      return rows.map(fromRow)
    },
    inState: async (state, limit) => {
      const rows = await visible()
        .where(hasState(state))
        .orderBy('outbox.created_at', 'desc')
        .orderBy('outbox.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(fromRow)
    },
    reports: async (limit) => {
      const rows = await visible()
        .where('topic', '=', 'report')
        .where('state', '<>', 'cancelled')
        .orderBy('outbox.created_at', 'desc')
        .orderBy('outbox.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(fromRow)
    },
    async counts<S extends OutboxState = OutboxState>(...states: readonly S[]) {
      const named = states.length === 0 ? outboxStates : states
      const counted = named.map(async (state) => {
        const count = sql<number>`count(*)`.as('n')
        const { n } = await read.selectFrom('outbox').select(count).where(hasState(state)).executeTakeFirstOrThrow()
        return [state, Number(n)] as const
      })
      return Object.fromEntries(await Promise.all(counted)) as Record<S, number>
    },
    failing: (topic) => failing(read, topic),
    nextDue: (now) => nextDue(read, now),
  }
}

/** See port.ts. */
export const outbox = (engine: Engine): Outbox => ({
  ...reading(engine),
  claim: (...args) => claim(engine, ...args),
  settle: (entry, outcome, at, retryAt) => settle(engine, entry, outcome, at, retryAt),
  held: (now, limit) => held(engine, now, limit),
  countHeld: (now) => countHeld(engine, now),
  outcomesOf: (ids, now) => outcomesOf(engine, ids, now),
  unreachable: (applicationIds) => unreachable(engine, applicationIds),
  turn: (mail, now) => turn(engine, mail, now),
  prove: async (applicationId, now) => void (await prove(engine, applicationId, now)),
  isProven: (email) => isProven(engine.read, emailKey(email)),
  stopAddress: (email, stop, now) => stopAddress(engine, email, stop, now),
  isStopped: (email) => isStopped(engine, email),
  discardConfirmation: (id, applicationId, now) => discardConfirmation(engine, id, applicationId, now),
  release: (ids, now, rows) => release(engine, ids, now, rows),
  wake: (topic, now) =>
    engine.write(async (trx) => {
      const woken = await trx
        .updateTable('outbox')
        .set({ due_at: now.getTime(), next_at: now.getTime() })
        .where('topic', '=', topic)
        .where('next_at', 'is not', null)
        .where('state', '=', 'waiting')
        .where('attempts', '>', 0)
        .where('due_at', '>', now.getTime())
        .executeTakeFirst()
      return Number(woken.numUpdatedRows)
    }),
  queue: (drafts, now, ip) =>
    engine.write(async (trx) => {
      for (const entry of drafts) await engine.together(trx, insertOutboxEntries(engine, [entry], 0, now, ip))
    }),
  retry: (id, now) =>
    engine.write(async (trx) => {
      const queued = await trx
        .updateTable('outbox')
        .set({ state: 'waiting', due_at: now.getTime(), next_at: now.getTime(), failing_since: null })
        .where('id', '=', encodeText(id))
        .where(({ or, and, eb }) => or([eb('state', '=', 'parked'), and([eb('topic', '=', 'report'), eb('state', '=', 'sent')])]))
        .executeTakeFirst()
      return queued.numUpdatedRows > 0n ? 'queued' : 'not_found'
    }),
})
