import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Fact } from '../../../applications/facts.ts'
import { type Event, effectiveDecisions, standingDecisions } from '../../../applications/history.ts'
import type { Origin } from '../../../applications/origin.ts'
import type { Answers } from '../../../forms/form.ts'
import type { Db } from '../../database/tables.ts'
import type { FactQuery } from './lists.ts'
import { isListed } from './row.ts'

/** Applications per batch. On SQLite a batch blocks the event loop for some ten milliseconds. */
const batchSize = 1_000

/** The position of an application in the order of submission. */
interface Position {
  readonly submittedAt: number
  readonly id: string
}

/** Applications after one position in the order of submission, and up to another one if there is one. */
function matching(db: Db, { formType, status, before }: FactQuery, after: Position, upTo?: Position) {
  let query = db
    .selectFrom('applications')
    .where(isListed)
    .where(sql<boolean>`(applications.submitted_at, applications.id) > (${after.submittedAt}, ${after.id})`)
  if (upTo !== undefined)
    query = query.where(sql<boolean>`(applications.submitted_at, applications.id) <= (${upTo.submittedAt}, ${upTo.id})`)
  if (before !== undefined) query = query.where('applications.submitted_at', '<', before.getTime())
  if (formType !== undefined) query = query.where('applications.form_type', '=', formType)
  if (status !== undefined) query = query.where('applications.status', '=', status)
  return query
}

/** The decided applications of a batch with an earlier invitation to pitch that was not undone: its time, by id. */
async function pitchedOf(db: Db, query: FactQuery, after: Position, upTo: Position): Promise<ReadonlyMap<string, number>> {
  const rows = await matching(db, query, after, upTo)
    .where('applications.status', 'in', ['approved', 'rejected'])
    .innerJoin('history', 'history.application_id', 'applications.id')
    .where((eb) => eb.or([eb('history.event', 'like', '{"what":"moved"%'), eb('history.event', 'like', '{"what":"undone"%')]))
    .select(['history.application_id as id', 'history.at', 'history.event'])
    .orderBy('history.application_id')
    .orderBy('history.revision')
    .execute()
  const histories = Map.groupBy(rows, ({ id }) => id)
  const pitched = new Map<string, number>()
  for (const [id, entries] of histories) {
    const decisions = entries.map(({ at, event }) => ({ at, event: JSON.parse(event) as Event }))
    const invitation = standingDecisions(effectiveDecisions(decisions)).find(({ event }) => event.to === 'pitch')
    if (invitation !== undefined) pitched.set(id, invitation.at)
  }
  return pitched
}

/** The cohorts for which applications of a batch count as in time although they arrived later, by id. */
async function inTimeOf(db: Db, query: FactQuery, after: Position, upTo: Position): Promise<ReadonlyMap<string, string>> {
  const rows = await matching(db, query, after, upTo)
    .innerJoin('history', 'history.application_id', 'applications.id')
    .where('history.event', 'like', '{"what":"submitted"%"inTime"%')
    .select(['history.application_id as id', 'history.event'])
    .execute()
  return new Map(
    rows.flatMap(({ id, event }) => {
      const submitted = JSON.parse(event) as Event
      return submitted.what === 'submitted' && submitted.inTime !== undefined ? [[id, submitted.inTime.cohort] as const] : []
    }),
  )
}

export async function* facts(db: Db, query: FactQuery): AsyncIterable<readonly Fact[]> {
  let after: Position | undefined = { submittedAt: query.from?.getTime() ?? Number.MIN_SAFE_INTEGER, id: '' }
  while (after !== undefined) {
    const rows = await matching(db, query, after)
      .select(['id', 'form_type', 'status', 'submitted_at', 'due_at', 'reviewed_at', 'origin'])
      .$if(query.detailed === true, (detailed) => detailed.select(['answers', 'total_score']))
      .orderBy('submitted_at')
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    const upTo: Position = { submittedAt: last.submitted_at, id: last.id }
    const decided = rows.some(({ status }) => status === 'approved' || status === 'rejected')
    const pitched = decided ? await pitchedOf(db, query, after, upTo) : new Map<string, number>()
    const inTime = query.detailed === true ? await inTimeOf(db, query, after, upTo) : new Map<string, string>()
    yield rows.map((row): Fact => {
      const { first, last } = row.origin === null ? ({} as Origin) : (JSON.parse(row.origin) as Origin)
      return {
        formType: row.form_type,
        status: row.status,
        submittedAt: row.submitted_at,
        dueAt: row.due_at,
        decidedAt: row.reviewed_at,
        pitched: row.status === 'pitch' || pitched.has(row.id),
        first,
        last,
        ...(row.answers !== undefined && {
          answers: JSON.parse(row.answers) as Answers,
          total: row.total_score == null ? null : row.total_score / 10,
          inTimeFor: inTime.get(row.id),
          answeredAt: pitched.get(row.id) ?? row.reviewed_at,
        }),
      }
    })
    after = rows.length < batchSize ? undefined : upTo
    await nextTurn()
  }
}
