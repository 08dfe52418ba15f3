import { type RawBuilder, sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/** Milliseconds of a day, and by how many clocks in India are ahead of UTC. */
const day = 86_400_000
const ahead = 19_800_000

/** What each form promised when this was written: hours, days, or business days. */
const promised: Readonly<Record<string, readonly ['hours' | 'days' | 'business', number]>> = {
  Accelerator: ['days', 7],
  StartupStudio: ['business', 3],
  FundRaise: ['business', 5],
  AccelerationAsService: ['business', 2],
  ServiceProvider: ['business', 5],
  WorkForStartups: ['business', 3],
  EarlyCustomer: ['business', 3],
  Contact: ['hours', 24],
  Investor: ['business', 3],
}

/** The days from a weekday, 0 for Sunday, to the business day that is `count` after it. */
function businessDays(weekday: number, count: number): number {
  let days = 0
  for (let left = count; left > 0; ) {
    days += 1
    if ((weekday + days) % 7 !== 0 && (weekday + days) % 7 !== 6) left -= 1
  }
  return days
}

/** The number of the day in India on which an application was submitted; day 0 was a Thursday. */
const submittedOn = sql<number>`((submitted_at + ${sql.lit(ahead)}) / ${sql.lit(day)})`

/** The last millisecond of the day that is so many days after the submission. */
const endOf = (days: RawBuilder<number>): RawBuilder<number> =>
  sql<number>`(${submittedOn} + ${days} + 1) * ${sql.lit(day)} - ${sql.lit(ahead)} - 1`

function dueAt([unit, count]: readonly ['hours' | 'days' | 'business', number]): RawBuilder<number> {
  if (unit === 'hours') return sql<number>`submitted_at + ${sql.lit(count * 3_600_000)}`
  if (unit === 'days') return endOf(sql<number>`${sql.lit(count)}`)
  const cases = Array.from(
    { length: 7 },
    (_, weekday) => sql`when ${sql.lit(weekday)} then ${sql.lit(businessDays(weekday, count))}`,
  )
  return endOf(sql<number>`(case (${submittedOn} + 4) % 7 ${sql.join(cases, sql` `)} end)`)
}

/**
 * When the answer to an application is due, and its total score, with the indexes of a list in these orders. What was submitted before gets the moment of
 * the promises as they were, counted without holidays; a server computes the totals at its start.
 */
export async function due(trx: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  const { schema } = trx
  await schema
    .alterTable('applications')
    .addColumn('due_at', types.moment, (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('applications').addColumn('total_score', 'integer').execute()
  const forms = Object.entries(promised).map(([form, promise]) => sql`when ${sql.lit(form)} then ${dueAt(promise)}`)
  await sql`update applications set due_at = case form_type ${sql.join(forms, sql` `)} else submitted_at end`.execute(trx)
  // As the list asks for it: an index of the status alone must not serve the question.
  const pending = sql<boolean>`removed_at is null and withdrawn_at is null and coalesce(status, '') = 'pending'`
  const scored = sql<boolean>`removed_at is null and withdrawn_at is null and total_score is not null`
  for (const [index, columns, where] of [
    ['applications_due', ['due_at', 'id'], pending],
    ['applications_due_by_form', ['form_type', 'due_at', 'id'], pending],
    ['applications_due_by_volume', ['volume', 'due_at', 'id'], pending],
    ['applications_by_score', ['total_score', 'id'], scored],
    ['applications_score_by_form', ['form_type', 'total_score', 'id'], scored],
    ['applications_score_by_volume', ['volume', 'total_score', 'id'], scored],
    ['applications_scored', ['form_type', 'seq'], sql<boolean>`scores <> '{}'`],
  ] as const)
    await schema
      .createIndex(index)
      .on('applications')
      .columns([...columns])
      .where(where)
      .execute()
}
