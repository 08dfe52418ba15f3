import type { Answers } from '../forms/form.ts'
import type { FormType } from '../shared/form-types.ts'
import type { Status } from './application.ts'
import type { Touch } from './origin.ts'

/** The properties of an application that figures count. Times are in milliseconds since 1970. */
export interface Fact {
  readonly formType: FormType
  readonly status: Status
  readonly submittedAt: number
  /** The due moment: when the promised time for an answer ends. */
  readonly dueAt: number
  /** When its status was decided; null while it is pending. */
  readonly decidedAt: number | null
  /** Whether it is or was invited to pitch. */
  readonly pitched: boolean
  /** The visit's arrivals; undefined if unknown. */
  readonly first: Touch | undefined
  readonly last: Touch | undefined
  /** Of a detailed fact: its answers, its total score, and the cohort for which it counts as in time although it arrived later. */
  readonly answers?: Answers
  readonly total?: number | null
  readonly inTimeFor?: string | undefined
  /** Of a detailed fact: when it had its first answer, a decision or an invitation to pitch; null while it is pending. */
  readonly answeredAt?: number | null
}

/** Where applicants came from: the source of a campaign, or the referring site. The name is untrusted text. */
export interface Source {
  /** `named`: the source in `name`; `direct`: no referrer; `other`: all sources with too few applicants to be listed; `unknown`: no origin is stored. */
  readonly kind: 'named' | 'direct' | 'other' | 'unknown'
  readonly name: string
  /** The number of applicants with this source in their first arrival, and in their last one before the form was sent. */
  readonly first: number
  readonly last: number
}

/** A source as people read it. */
export function sourceName({ kind, name }: Pick<Source, 'kind' | 'name'>): string {
  if (kind === 'named') return name
  return { direct: 'Direct', other: 'Other', unknown: 'Not known' }[kind]
}

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
