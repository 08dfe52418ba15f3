import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What a process uses, and how late its timers are. */
export interface ProcessMeasures {
  /** Bytes. */
  readonly resident: number
  readonly heapUsed: number
  /** Seconds since 1970. */
  readonly startedAt: number
  /** By how much timers came late since the last look, in seconds, at quantiles. */
  readonly delays: Readonly<Record<'0.5' | '0.99' | '1', number>>
}

/** Measures the process. Each reading resets the delays. */
export function watchProcess(): () => ProcessMeasures {
  const resolutionMs = 10
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  const startedAt = Date.now() / 1000 - process.uptime()
  // the timer itself takes that long; nanoseconds to seconds
  const late = (ns: number): number => Math.max(0, (Number.isFinite(ns) ? ns : 0) / 1e9 - resolutionMs / 1000)
  return () => {
    const delays = { '0.5': late(delay.percentile(50)), '0.99': late(delay.percentile(99)), '1': late(delay.max) }
    delay.reset()
    const { rss, heapUsed } = process.memoryUsage()
    return { resident: rss, heapUsed, startedAt, delays }
  }
}
