import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { MiddlewareHandler } from 'hono'
import { paths } from '../../api/paths.ts'
import { AppError } from '../../shared/errors.ts'
import type { Web } from '../http/routes.ts'

/** The upper bounds of a histogram's buckets, in seconds. */
export const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const

/** The classes of requests for the histogram. */
export const routeClasses = ['page', 'submission', 'sign_in', 'desk', 'check'] as const
type RouteClass = (typeof routeClasses)[number]

interface Durations {
  /** The number of requests in each bucket, not cumulative. */
  readonly counts: number[]
  count: number
  /** Seconds. */
  sum: number
}

/** The counts of this process since its start. */
export interface Tally {
  readonly submissions: ReadonlyMap<string, number>
  readonly durations: Readonly<Record<RouteClass, Durations>>
}

const isSubmission = (method: string, path: string): boolean =>
  method === 'POST' && (path === paths.submit || path === paths.sheet)

const checks: ReadonlySet<string> = new Set([paths.health, paths.ready, paths.metrics])

function classOf(method: string, path: string): RouteClass {
  if (isSubmission(method, path)) return 'submission'
  if (path.startsWith('/api/auth/')) return 'sign_in'
  if (path.startsWith('/api/')) return 'desk'
  return checks.has(path) ? 'check' : 'page'
}

/** Counts requests by class and submissions by outcome. */
export interface Counting {
  readonly tally: Tally
  /** Counts requests and submissions that the app answers. */
  readonly count: MiddlewareHandler<Web>
  /** Counts a request that a listener has answered before the app. `outcome` of a submission: `accepted`, or its error code. */
  record(routeClass: RouteClass, seconds: number, outcome?: string): void
}

function codeOf(error: unknown): string | undefined {
  if (error === undefined) return undefined
  return error instanceof AppError ? error.code : 'UNKNOWN_ERROR'
}

export function createTally(): Counting {
  const submissions = new Map<string, number>([['accepted', 0]])
  const none = (): Durations => ({ counts: buckets.map(() => 0), count: 0, sum: 0 })
  const durations = Object.fromEntries(routeClasses.map((routeClass) => [routeClass, none()])) as Record<RouteClass, Durations>
  const record: Counting['record'] = (routeClass, seconds, outcome) => {
    if (outcome !== undefined) submissions.set(outcome, (submissions.get(outcome) ?? 0) + 1)
    const of = durations[routeClass]
    const bucket = buckets.findIndex((end) => seconds <= end)
    if (bucket >= 0) of.counts[bucket] = (of.counts[bucket] ?? 0) + 1
    of.count += 1
    of.sum += seconds
  }
  return {
    tally: { submissions, durations },
    record,
    count: async (context, next) => {
      const started = performance.now()
      await next()
      const { method, path } = context.req
      const outcome = context.get('refusal') ?? codeOf(context.error) ?? 'accepted'
      const seconds = (performance.now() - started) / 1000
      record(classOf(method, path), seconds, isSubmission(method, path) ? outcome : undefined)
    },
  }
}

/** The memory of the process, and the delays of its timers. */
export interface ProcessMeasures {
  /** Bytes. */
  readonly resident: number
  readonly heapUsed: number
  /** Seconds since 1970. */
  readonly startedAt: number
  /** How late timers were since the last reading, in seconds, by quantile. */
  readonly delays: Readonly<Record<'0.5' | '0.99' | '1', number>>
}

/** Measures the process. Each reading resets the delays. */
export function watchProcess(): () => ProcessMeasures {
  const resolutionMs = 10
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  const startedAt = Date.now() / 1000 - process.uptime()
  // From nanoseconds to seconds, less the timer's own period.
  const late = (ns: number): number => Math.max(0, (Number.isFinite(ns) ? ns : 0) / 1e9 - resolutionMs / 1000)
  return () => {
    const delays = { '0.5': late(delay.percentile(50)), '0.99': late(delay.percentile(99)), '1': late(delay.max) }
    delay.reset()
    const { rss, heapUsed } = process.memoryUsage()
    return { resident: rss, heapUsed, startedAt, delays }
  }
}
