import { sql } from 'kysely'
import type { Status } from '../../applications/application.ts'
import type { OutboxDraft } from '../../applications/outbox.ts'
import type { FormType } from '../../shared/form-types.ts'
import type { Db } from '../database/tables.ts'

/** Counts of stored applications and outbox entries, for the metrics and the doctor. */
export interface Measures {
  readonly applications: readonly { readonly formType: FormType; readonly status: Status; readonly count: number }[]
  /** Unfinished entries. Sent and cancelled ones are not counted, because their number only grows. */
  readonly outbox: readonly {
    readonly topic: OutboxDraft['topic']
    readonly state: 'waiting' | 'claimed' | 'parked'
    readonly count: number
    /** When the first of them should have been sent; a time in the future when none is late. */
    readonly oldest: Date
  }[]
}

/** Applications are counted by the counters, outbox entries by the indexes on unfinished and parked ones. */
export async function measures(db: Db): Promise<Measures> {
  const [counters, ...entries] = await Promise.all([
    db
      .selectFrom('counters')
      .select((eb) => ['form_type', 'status', eb.fn.sum<number | string>('n').as('n')])
      .groupBy(['form_type', 'status'])
      .orderBy('form_type')
      .orderBy('status')
      .execute(),
    ...[sql<boolean>`next_at is not null`, sql<boolean>`state = 'parked'`].map((isUnfinished) =>
      db
        .selectFrom('outbox')
        .select((eb) => [
          'topic',
          'state',
          eb.fn.countAll<number | string>().as('n'),
          // Each retry moves `due_at`, so an entry that was tried is late since it was queued.
          sql<number | string>`min(case when attempts > 0 then created_at else due_at end)`.as('oldest'),
        ])
        .where(isUnfinished)
        .groupBy(['topic', 'state'])
        .execute(),
    ),
  ])
  return {
    applications: counters.map(({ form_type, status, n }) => ({ formType: form_type, status, count: Number(n) })),
    outbox: entries.flat().map(({ topic, state, n, oldest }) => ({
      topic,
      state: state as Measures['outbox'][number]['state'],
      count: Number(n),
      oldest: new Date(Number(oldest)),
    })),
  }
}
