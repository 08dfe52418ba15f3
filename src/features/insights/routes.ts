import type { Forms } from '../../forms/form.ts'
import { invalid } from '../../server/http/faults.ts'
import { readQuery } from '../../server/http/list-query.ts'
import { remembered } from '../../server/http/remembered.ts'
import { Routes } from '../../server/http/routes.ts'
import type { Lists } from '../../server/records/applications/lists.ts'
import { dayAfter, dayOf, isDay, startOfDay } from '../../shared/dates.ts'
import type { FormType } from '../../shared/form-types.ts'
import { insightsRoutes, type VisitRecord } from './api.ts'
import type { Insights } from './rules.ts'
import type { VisitCounter } from './store.ts'
import { tally } from './tally.ts'

interface InsightsQuery {
  readonly formType: FormType | undefined
  /** Days, both inclusive. Without `from`, the range begins with the first application. */
  readonly from: string | undefined
  readonly to: string
}

/** @throws AppError FORM_VALIDATION_FAILED with the name of an invalid parameter */
function readInsightsQuery(query: Readonly<Record<string, string | undefined>>, now: Date): InsightsQuery {
  const { formType } = readQuery({ form_type: query.form_type }, now)
  const from = query.from || undefined
  const to = query.to || dayOf(now)
  if (from !== undefined && !isDay(from)) throw invalid('from', 'The first day must be a date such as 2025-11-15')
  if (!isDay(to)) throw invalid('to', 'The last day must be a date such as 2025-11-15')
  if (from !== undefined && from < '2000-01-01') throw invalid('from', 'The first day must not be before the year 2000')
  if (from !== undefined && from > to) throw invalid('to', 'The last day must not be before the first one')
  if (to > dayAfter(dayOf(now), 366)) throw invalid('to', 'The last day must not be more than a year from now')
  return { formType, from, to }
}

async function compute({ facts }: Pick<Lists, 'facts'>, { formType, from, to }: InsightsQuery, now: Date): Promise<Insights> {
  const counted = tally(now)
  const start = from === undefined ? undefined : startOfDay(from)
  const end = startOfDay(dayAfter(to))
  for await (const batch of facts({ formType, from: start, before: end }))
    for (const fact of batch) {
      counted.add(fact)
      if (fact.status === 'pending') counted.wait(fact)
    }
  // Pending applications outside the range count as waiting too.
  const outside = [{ before: start }, { from: end }].filter((part) => (part.before ?? part.from) !== undefined)
  for (const part of outside)
    for await (const batch of facts({ formType, status: 'pending', ...part })) for (const fact of batch) counted.wait(fact)
  return counted.result(from, to)
}

/** Visits by day and page, with the forms that were sent from each. A form in another language counts at its English page. */
async function visitsOf(
  { applications, forms, visits }: Numbers,
  { formType, from = '2000-01-01', to }: InsightsQuery,
): Promise<readonly VisitRecord[]> {
  // What this process has counted since the last time.
  await visits.write()
  const rows = new Map<string, VisitRecord>()
  const add = (counted: Partial<VisitRecord> & Pick<VisitRecord, 'day' | 'page'>): void => {
    const key = `${counted.day} ${counted.page}`
    const { seen = 0, begun = 0, sent = 0 } = rows.get(key) ?? {}
    rows.set(key, {
      ...{ day: counted.day, page: counted.page, seen: seen + (counted.seen ?? 0) },
      ...{ begun: begun + (counted.begun ?? 0), sent: sent + (counted.sent ?? 0) },
    })
  }
  const isShown = (page: string): boolean => formType === undefined || page.endsWith(forms[formType].path)
  for (const counted of await visits.between(from, to)) if (isShown(counted.page)) add(counted)
  const end = startOfDay(dayAfter(to))
  for await (const batch of applications.facts({ formType, from: startOfDay(from), before: end }))
    for (const fact of batch) add({ day: dayOf(new Date(fact.submittedAt)), page: forms[fact.formType].path, sent: 1 })
  return [...rows.values()]
    .toSorted((a, b) => b.day.localeCompare(a.day) || b.seen - a.seen || a.page.localeCompare(b.page))
    .slice(0, maxRows)
}

/** The most rows that are shown: a year of thirty pages. */
const maxRows = 10_000

interface Numbers {
  readonly applications: Pick<Lists, 'facts'>
  readonly forms: Forms
  readonly visits: VisitCounter
  now(): Date
}

export function deskRoutes(parts: Numbers): Routes {
  const { applications, now } = parts
  const count = remembered((query: InsightsQuery, at) => compute(applications, query, at))
  const countVisits = remembered((query: InsightsQuery) => visitsOf(parts, query))
  return new Routes('admin')
    .on(insightsRoutes.insights, async (context) => {
      const at = now()
      return { insights: await count(readInsightsQuery(context.req.query(), at), at) }
    })
    .on(insightsRoutes.visits, async (context) => {
      const at = now()
      return { visits: await countVisits(readInsightsQuery(context.req.query(), at), at) }
    })
}
