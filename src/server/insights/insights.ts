import { paths } from '../../api/paths.ts'
import type { InsightsReply } from '../../api/replies.ts'
import type { Insights } from '../../applications/insights/insights.ts'
import { tally } from '../../applications/insights/tally.ts'
import { after, dayAfter, indianDay, indianMidnight, isDay, minute } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { FormType } from '../../shared/form-types.ts'
import { readQuery } from '../http/list-query.ts'
import { Routes } from '../http/routes.ts'
import type { Applications } from '../storage/applications-port.ts'

interface InsightsQuery {
  readonly formType: FormType | undefined
  /** Days in India, both in the range. Without a first one it begins with the first application. */
  readonly from: string | undefined
  readonly to: string
}

/** @throws AppError FORM_VALIDATION_FAILED naming the parameter that cannot be used */
function readInsightsQuery(query: Readonly<Record<string, string | undefined>>, now: Date): InsightsQuery {
  const { formType } = readQuery({ form_type: query.form_type }, now)
  const [from, to] = [query.from || undefined, query.to || indianDay(now)]
  const refuse = (name: 'from' | 'to', message: string): never => {
    throw new AppError('FORM_VALIDATION_FAILED', { details: { [name]: message } })
  }
  if (from !== undefined && !isDay(from)) refuse('from', 'The first day must be a date such as 2025-11-15')
  if (!isDay(to)) refuse('to', 'The last day must be a date such as 2025-11-15')
  if (from !== undefined && from < '2000-01-01') refuse('from', 'The first day must not be before the year 2000')
  if (from !== undefined && from > to) refuse('to', 'The last day must not be before the first one')
  if (to > dayAfter(indianDay(now), 366)) refuse('to', 'The last day must not be more than a year from now')
  return { formType, from, to }
}

async function draw({ facts }: Pick<Applications, 'facts'>, { formType, from, to }: InsightsQuery, now: Date): Promise<Insights> {
  const counted = tally(now)
  const [start, end] = [from === undefined ? undefined : indianMidnight(from), indianMidnight(dayAfter(to))]
  for await (const some of facts({ formType, from: start, before: end }))
    for (const fact of some) {
      counted.add(fact)
      if (fact.status === 'pending') counted.wait(fact)
    }
  // What waits outside the range waits nevertheless.
  const outside = [{ before: start }, { from: end }].filter((part) => (part.before ?? part.from) !== undefined)
  for (const part of outside)
    for await (const some of facts({ formType, status: 'pending', ...part })) for (const fact of some) counted.wait(fact)
  return counted.result(from, to)
}

/** How long an answer is given again, and how many are kept. */
const lifetimeMs = minute
const cacheSize = 30

/**
 * Draws insights, one at a time however many ask, and gives the same answer again for a minute: whoever changes the range back and forth
 * costs the applicants nothing.
 */
function insights(applications: Pick<Applications, 'facts'>): (query: InsightsQuery, now: Date) => Promise<Insights> {
  const cache = new Map<string, { readonly until: Date; readonly answer: Promise<Insights> }>()
  let last: Promise<unknown> = Promise.resolve()
  return (query, now) => {
    const key = JSON.stringify([query.formType, query.from, query.to])
    const cached = cache.get(key)
    if (cached !== undefined && now < cached.until) return cached.answer
    const answer = last.then(() => draw(applications, query, now))
    last = answer.catch(() => cache.delete(key))
    cache.delete(key)
    cache.set(key, { until: after(now, lifetimeMs), answer })
    for (const oldest of cache.keys()) {
      if (cache.size <= cacheSize) break
      cache.delete(oldest)
    }
    return answer
  }
}

/** The numbers of the desk's plots. It stands behind `adminOnly`. */
export function insightsRoutes({ applications, now }: { readonly applications: Applications; now(): Date }): Routes {
  const app = new Routes('admin')
  const draw = insights(applications)
  app.get(paths.insights, async (context) => {
    const at = now()
    const drawn = await draw(readInsightsQuery(context.req.query(), at), at)
    return context.json({ success: true, insights: drawn } satisfies InsightsReply)
  })
  return app
}
