import { after, minute } from '../../shared/dates.ts'

/** How long a result is kept, and how many are. */
const keptMs = minute
const keptResults = 30

/** A count that runs once at a time, and is kept for a minute, so that many requests of the desk do not slow submissions down. */
export function remembered<Query, Result>(
  count: (query: Query, now: Date) => Promise<Result>,
): (query: Query, now: Date) => Promise<Result> {
  const results = new Map<string, { readonly until: Date; readonly result: Promise<Result> }>()
  let last: Promise<unknown> = Promise.resolve()
  return (query, now) => {
    const key = JSON.stringify(query)
    const earlier = results.get(key)
    if (earlier !== undefined && now < earlier.until) return earlier.result
    const result = last.then(() => count(query, now))
    last = result.catch(() => results.delete(key))
    results.delete(key)
    results.set(key, { until: after(now, keptMs), result })
    for (const oldest of results.keys()) {
      if (results.size <= keptResults) break
      results.delete(oldest)
    }
    return result
  }
}
