import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Tables } from '../../database/tables.ts'
import { columns, fromRow } from '../applications/row.ts'
import type { PeriodOver, Persons } from './port.ts'

/** Counting stops here. */
const maxCounted = 1000

/**
 * The condition that a period is over: since `before`, the application has not changed, and nothing was submitted from the same address. `+ 0` keeps the
 * planner from using the index on the time of history entries: it would read all entries since then for each application.
 */
const isOver =
  ({ formType, before, except }: PeriodOver) =>
  ({ and, not, exists, selectFrom, eb }: ExpressionBuilder<Tables, 'applications'>) =>
    and([
      eb('form_type', '=', formType),
      eb('submitted_at', '<', before.getTime()),
      ...(except === undefined ? [] : [eb('status', '<>', except)]),
      not(
        exists(
          selectFrom('history')
            .select('history.revision')
            .whereRef('history.application_id', '=', 'applications.id')
            .where(sql<number>`${sql.ref('history.at')} + 0`, '>=', before.getTime()),
        ),
      ),
      not(
        exists(
          selectFrom('applications as later')
            .select('later.id')
            .whereRef('later.email_key', '=', 'applications.email_key')
            .where('later.submitted_at', '>=', before.getTime()),
        ),
      ),
    ])

export async function periodOver(db: Db, periods: readonly PeriodOver[], limit: number): ReturnType<Persons['periodOver']> {
  const over = db
    .selectFrom('applications')
    .where('removed_at', 'is', null)
    .where((eb) => eb.or(periods.map((period) => isOver(period)(eb))))
  const counted = db
    .selectFrom(
      over
        .select('id')
        .limit(maxCounted + 1)
        .as('some'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
  const [rows, { n }] = await Promise.all([
    over.select(columns).orderBy('submitted_at').orderBy('id').limit(limit).execute(),
    counted.executeTakeFirstOrThrow(),
  ])
  return { applications: rows.map(fromRow), total: Math.min(Number(n), maxCounted), totalCapped: Number(n) > maxCounted }
}
