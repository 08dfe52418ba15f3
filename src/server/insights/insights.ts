import { routes } from '../../api/routes.ts'
import { type CohortReport, cohortTally } from '../../applications/insights/cohorts.ts'
import type { Insights } from '../../applications/insights/insights.ts'
import { tally } from '../../applications/insights/tally.ts'
import type { Cohort } from '../../content/schema/cohort.ts'
import type { Form } from '../../forms/form.ts'
import { dayAfter, dayOf, isDay, startOfDay } from '../../shared/dates.ts'
import type { FormType } from '../../shared/form-types.ts'
import { invalid } from '../http/faults.ts'
import { readQuery } from '../http/list-query.ts'
import { Routes } from '../http/routes.ts'
import type { Applications } from '../records/applications/port.ts'
import { remembered } from './remembered.ts'

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

async function compute(
  { facts }: Pick<Applications, 'facts'>,
  { formType, from, to }: InsightsQuery,
  now: Date,
): Promise<Insights> {
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

/** Counts the applications of every cohort. */
async function countCohorts({ applications, cohorts, accelerator }: InsightsParts): Promise<readonly CohortReport[]> {
  const counted = cohortTally(cohorts, accelerator())
  for await (const batch of applications.facts({ formType: 'Accelerator', detailed: true }))
    for (const fact of batch) counted.add(fact)
  return counted.result()
}

/** The parts for insights. */
export interface InsightsParts {
  readonly applications: Pick<Applications, 'facts'>
  /** The cohorts of the content. A publish changes them in place. */
  readonly cohorts: readonly Cohort[]
  /** The accelerator's form with its present questions. */
  accelerator(): Form
  now(): Date
}

export function insightsRoutes(parts: InsightsParts): Routes {
  const { applications, cohorts, now } = parts
  const countInsights = remembered((query: InsightsQuery, at) => compute(applications, query, at))
  // The cohorts are in the key: a report shows their present places and deadlines.
  const countReports = remembered((_: readonly Cohort[]) => countCohorts(parts))
  return new Routes('admin')
    .on(routes.insights, async (context) => {
      const at = now()
      const result = await countInsights(readInsightsQuery(context.req.query(), at), at)
      return { insights: result }
    })
    .on(routes.cohorts, async () => ({ cohorts: await countReports(cohorts, now()) }))
}
