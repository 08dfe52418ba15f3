import type { Touch } from '../origin.ts'
import type { Fact, Source } from './insights.ts'

/** How many sources are listed by name. */
const mostListed = 10

/** How many different names are counted separately: names are untrusted, so the table has to be bounded. */
const mostNames = 2_000

type Count = { first: number; last: number }

/** `utm_source` if a campaign named one, else the site that led here; empty where nobody did. */
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
    if (named.size >= mostNames) return other
    const count = { first: 0, last: 0 }
    named.set(name, count)
    return count
  }

  return {
    add({ first, last }: Fact): void {
      countOf(first ?? last).first += 1
      countOf(last ?? first).last += 1
    },
    /** Most first arrivals first; what has a name of its own, then the rest, then what is not known. */
    result(): readonly Source[] {
      const sorted = [...named].sort(
        ([a, countA], [b, countB]) => countB.first - countA.first || countB.last - countA.last || (a < b ? -1 : 1),
      )
      for (const [, { first, last }] of sorted.slice(mostListed)) {
        other.first += first
        other.last += last
      }
      const list: readonly Source[] = [
        ...sorted.slice(0, mostListed).map(([name, count]) => ({ kind: 'named' as const, name, ...count })),
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
