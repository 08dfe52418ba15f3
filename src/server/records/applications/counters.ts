import type { Compilable } from 'kysely'
import { isStatus, type Stated, type Stats, type Status, stateOf, statuses } from '../../../applications/application.ts'
import { type FormType, formTypes } from '../../../shared/form-types.ts'
import type { Engine } from '../../database/engine.ts'
import type { Db } from '../../database/tables.ts'

/** The write that updates the counters, for a unit that adds, moves, hides or shows an application. */
export function updateCounters(
  { insert }: Engine,
  formType: FormType,
  changes: Partial<Record<Status, 1 | -1>>,
): readonly Compilable[] {
  const add = 'on conflict (form_type, status, shard) do update set n = counters.n + excluded.n'
  // Always in the same order, so that two units cannot deadlock.
  const rows = statuses.flatMap((status) => {
    const n = changes[status]
    return n === undefined ? [] : [{ form_type: formType, status, shard: 0, n }]
  })
  return rows.length === 0 ? [] : [insert('counters', rows, add)]
}

/** The changes of the counters with a change of an application; undefined while it is deleted. Only applications in review are counted, by status. */
export function countChange(before: Stated | undefined, after: Stated | undefined): Partial<Record<Status, 1 | -1>> {
  const [from, to] = [before, after].map((application) => application && stateOf(application))
  if (from === to) return {}
  return { ...(isStatus(from) && { [from]: -1 }), ...(isStatus(to) && { [to]: 1 }) }
}

/** The number of applications with this form and status; without one of them, of all forms or statuses. */
export async function sumCounters(db: Db, only: { readonly formType?: FormType; readonly status?: Status }): Promise<number> {
  let query = db.selectFrom('counters').select((eb) => eb.fn.sum<number | string | null>('n').as('n'))
  if (only.formType !== undefined) query = query.where('form_type', '=', only.formType)
  if (only.status !== undefined) query = query.where('status', '=', only.status)
  return Number((await query.executeTakeFirst())?.n ?? 0)
}

/** All counts, from the counters alone. */
export async function stats({ read }: Engine): Promise<Stats> {
  const rows = await read.selectFrom('counters').select(['form_type', 'status', 'n']).execute()
  const sum = (of: (row: (typeof rows)[number]) => boolean): number =>
    rows.reduce((total, row) => (of(row) ? total + row.n : total), 0)
  const by = <Key extends string>(keys: readonly Key[], column: 'form_type' | 'status') =>
    Object.fromEntries(keys.map((key) => [key, sum((row) => row[column] === key)])) as Record<Key, number>
  return { total: sum(() => true), ...by(statuses, 'status'), byFormType: by(formTypes, 'form_type') }
}
