import type { ExpressionBuilder } from 'kysely'
import type { PeriodOver, Persons } from '../../person-port.ts'
import { columns, fromRow } from '../applications/row.ts'
import type { Db, Tables } from '../tables.ts'

/** Nothing happened to the application since, and nothing of the same address was submitted. */
const isOver =
  ({ formType, before }: PeriodOver) =>
  ({ and, not, exists, selectFrom, eb }: ExpressionBuilder<Tables, 'applications'>) =>
    and([
      eb('form_type', '=', formType),
      eb('submitted_at', '<', before.getTime()),
      not(
        exists(
          selectFrom('history')
            .select('history.revision')
            .whereRef('history.application_id', '=', 'applications.id')
            .where('history.at', '>=', before.getTime()),
        ),
      ),
      not(
        exists(
          selectFrom('person_keys as own')
            .innerJoin('person_keys as later', (join) =>
              join.onRef('later.kind', '=', 'own.kind').onRef('later.key', '=', 'own.key'),
            )
            .select('later.application_id')
            .whereRef('own.application_id', '=', 'applications.id')
            .where('own.kind', '=', 'email')
            .where('later.submitted_at', '>=', before.getTime()),
        ),
      ),
    ])

/** See person-port.ts. */
export async function periodOver(db: Db, periods: readonly PeriodOver[], limit: number): ReturnType<Persons['periodOver']> {
  const over = db
    .selectFrom('applications')
    .where('removed_at', 'is', null)
    .where((eb) => eb.or(periods.map((period) => isOver(period)(eb))))
  const [rows, { n }] = await Promise.all([
    over.select(columns).orderBy('submitted_at').orderBy('id').limit(limit).execute(),
    over.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  return { applications: rows.map(fromRow), total: Number(n) }
}
