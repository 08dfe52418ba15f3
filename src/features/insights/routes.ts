import { invalid } from '../../server/http/faults.ts'
import { readQuery } from '../../server/http/list-query.ts'
import { remembered } from '../../server/http/remembered.ts'
import { Routes } from '../../server/http/routes.ts'
import type { Applications } from '../../server/records/applications/port.ts'
import { dayAfter, dayOf, isDay, startOfDay } from '../../shared/dates.ts'
import type { FormType } from '../../shared/form-types.ts'
import { insightsRoutes } from './api.ts'
import type { Insights } from './rules.ts'
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

export function deskRoutes({ applications, now }: { readonly applications: Pick<Applications, 'facts'>; now(): Date }): Routes {
  const count = remembered((query: InsightsQuery, at) => compute(applications, query, at))
  return new Routes('admin').on(insightsRoutes.insights, async (context) => {
    const at = now()
    return { insights: await count(readInsightsQuery(context.req.query(), at), at) }
  })
}
