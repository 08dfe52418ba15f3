import type { Touch } from '../origin.ts'
import type { Fact, Source } from './insights.ts'

/** The maximum number of sources that are listed by name. */
const maxListed = 10

/** The maximum number of names that are counted separately. Names are untrusted, so the table must be bounded. */
const maxNames = 2_000

type Count = { first: number; last: number }

/** `utm_source`, or else the referring site; empty if there is neither. */
const nameOf = (touch: Touch): string => (touch.source ?? touch.referrer ?? '').toLowerCase()

/** Counts where applicants came from. */
export function sourceCount() {
  const named = new Map<string, Count>()
  const direct: Count = { first: 0, last: 0 }
  const other: Count = { first: 0, last: 0 }
  const unknown: Count = { first: 0, last: 0 }

  const countOf = (touch: Touch | undefined): Count => {
    if (touch === undefined) return unknown
    const name = nameOf(touch)
    if (name === '') return direct
    const existing = named.get(name)
    if (existing !== undefined) return existing
    if (named.size >= maxNames) return other
    const count = { first: 0, last: 0 }
    named.set(name, count)
    return count
  }

  return {
    add({ first, last }: Fact): void {
      countOf(first ?? last).first += 1
      countOf(last ?? first).last += 1
    },
    /** By number of first arrivals: named sources, then the rest, then unknown. */
    result(): readonly Source[] {
      const sorted = [...named].sort(
        ([a, countA], [b, countB]) => countB.first - countA.first || countB.last - countA.last || (a < b ? -1 : 1),
      )
      for (const [, { first, last }] of sorted.slice(maxListed)) {
        other.first += first
        other.last += last
      }
      const list: readonly Source[] = [
        ...sorted.slice(0, maxListed).map(([name, count]) => ({ kind: 'named' as const, name, ...count })),
        { kind: 'direct', name: '', ...direct },
      ]
      return [
        ...[...list].sort((a, b) => b.first - a.first),
        { kind: 'other' as const, name: '', ...other },
        { kind: 'unknown' as const, name: '', ...unknown },
      ].filter(({ first, last }) => first + last > 0)
    },
  }
}
