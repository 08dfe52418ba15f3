import { routes } from '../../api/routes.ts'
import type { Insights } from '../../applications/insights/insights.ts'
import { tally } from '../../applications/insights/tally.ts'
import { after, dayAfter, dayOf, isDay, minute, startOfDay } from '../../shared/dates.ts'
import type { FormType } from '../../shared/form-types.ts'
import { invalid } from '../http/faults.ts'
import { readQuery } from '../http/list-query.ts'
import { Routes } from '../http/routes.ts'
import type { Applications } from '../storage/applications-port.ts'

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

/** How long insights are cached, and how many. */
const cacheMs = minute
const cacheSize = 30

/** Computes insights one at a time, and caches them for a minute, so that many requests of the desk do not slow submissions down. */
function insights(applications: Pick<Applications, 'facts'>): (query: InsightsQuery, now: Date) => Promise<Insights> {
  const cache = new Map<string, { readonly until: Date; readonly result: Promise<Insights> }>()
  let last: Promise<unknown> = Promise.resolve()
  return (query, now) => {
    const key = JSON.stringify([query.formType, query.from, query.to])
    const cached = cache.get(key)
    if (cached !== undefined && now < cached.until) return cached.result
    const result = last.then(() => compute(applications, query, now))
    last = result.catch(() => cache.delete(key))
    cache.delete(key)
    cache.set(key, { until: after(now, cacheMs), result })
    for (const oldest of cache.keys()) {
      if (cache.size <= cacheSize) break
      cache.delete(oldest)
    }
    return result
  }
}

/** The route for the numbers of the desk's plots. */
export function insightsRoutes({ applications, now }: { readonly applications: Applications; now(): Date }): Routes {
  const cachedInsights = insights(applications)
  return new Routes('admin').on(routes.insights, async (context) => {
    const at = now()
    const result = await cachedInsights(readInsightsQuery(context.req.query(), at), at)
    return { insights: result }
  })
}
