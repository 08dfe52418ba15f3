import type { Quartiles } from './insights.ts'

/** The quarter marks of times in milliseconds, each between its two neighbours where it falls between them; null for none. */
export function quartiles(times: readonly number[]): Quartiles | null {
  if (times.length === 0) return null
  const sorted = Float64Array.from(times).sort()
  const mark = (share: number): number => {
    const position = (sorted.length - 1) * share
    const below = sorted[Math.floor(position)] ?? 0
    const above = sorted[Math.ceil(position)] ?? 0
    return Math.round((below + (above - below) * (position % 1)) / 1000)
  }
  return { count: sorted.length, lower: mark(0.25), median: mark(0.5), upper: mark(0.75) }
}
