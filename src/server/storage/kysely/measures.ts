import { sql } from 'kysely'
import type { Measures } from '../port.ts'
import type { Db } from './tables.ts'

const unfinished = ['waiting', 'claimed', 'parked'] as const

/** See port.ts. Applications are counted by the counters, outbox entries by the index on their state. */
export async function measures(db: Db): Promise<Measures> {
  const [counters, entries] = await Promise.all([
    db
      .selectFrom('counters')
      .select((eb) => ['form_type', 'status', eb.fn.sum<number | string>('n').as('n')])
      .groupBy(['form_type', 'status'])
      .orderBy('form_type')
      .orderBy('status')
      .execute(),
    db
      .selectFrom('outbox')
      .select((eb) => [
        'topic',
        'state',
        eb.fn.countAll<number | string>().as('n'),
        // Each retry moves `due_at`, so an entry that was tried is late since it was queued.
        sql<number | string>`min(case when attempts > 0 then created_at else due_at end)`.as('oldest'),
      ])
      .where('state', 'in', unfinished)
      .groupBy(['topic', 'state'])
      .orderBy('topic')
      .orderBy('state')
      .execute(),
  ])
  return {
    applications: counters.map(({ form_type, status, n }) => ({ formType: form_type, status, count: Number(n) })),
    outbox: entries.map(({ topic, state, n, oldest }) => ({
      topic,
      state: state as (typeof unfinished)[number],
      count: Number(n),
      oldest: new Date(Number(oldest)),
    })),
  }
}
