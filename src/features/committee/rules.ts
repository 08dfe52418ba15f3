/** The reviews of an application by a committee in numbers. */
export interface CommitteeSummary {
  /** How many members have read it, scored it, and have a conflict of interest. */
  readonly read: number
  readonly scored: number
  readonly conflicts: number
  /** To one decimal; null without a score. */
  readonly mean: number | null
  /** The lowest and the highest score; null without one. */
  readonly low: number | null
  readonly high: number | null
}

interface Reviewed {
  readonly score: number | null
  readonly conflict: boolean
}

/** Sums up the reviews of an application, of members who have read it. A score beside a conflict of interest does not count. */
export function summaryOf(reviews: readonly Reviewed[]): CommitteeSummary {
  const scores = reviews.flatMap(({ score, conflict }) => (score === null || conflict ? [] : [score]))
  const hasNone = scores.length === 0
  return {
    read: reviews.length,
    scored: scores.length,
    conflicts: reviews.filter(({ conflict }) => conflict).length,
    mean: hasNone ? null : Math.round((10 * scores.reduce((sum, score) => sum + score, 0)) / scores.length) / 10,
    low: hasNone ? null : Math.min(...scores),
    high: hasNone ? null : Math.max(...scores),
  }
}

type Comparison = '<' | '<=' | '=' | '>=' | '>'

/** What is searched for of a mean: `>=3.5`, or a number alone; undefined for anything else. */
export function boundOf(value: string): { readonly comparison: Comparison; readonly score: number } | undefined {
  const [, comparison = '=', score] = /^(<=|>=|<|>|=)?([1-5](?:\.\d)?)$/.exec(value) ?? []
  return score === undefined || Number(score) > 5 ? undefined : { comparison: comparison as Comparison, score: Number(score) }
}

/** A member who reads an application. */
export interface Reader {
  readonly memberId: string
  readonly applicationId: string
}

/**
 * Shares applications out: each gets `readers` members, and members as many as each other, as far as that goes. What was `read` stays where it is, also of those
 * who are no members any more; who has a `conflict` of interest is not one of the readers. Of what was assigned `before` as little as possible moves. The same
 * input has the same result.
 */
export function shareOut(
  applications: readonly string[],
  members: readonly string[],
  readers: number,
  read: readonly (Reader & { readonly conflict?: boolean })[] = [],
  before: readonly Reader[] = [],
): readonly Reader[] {
  const shared = new Map(applications.map((id) => [id, new Set<string>()]))
  const loads = new Map(members.map((id) => [id, 0]))
  const loadOf = (id: string): number => loads.get(id) ?? 0
  const reads = (id: string, member: string): boolean => shared.get(id)?.has(member) === true
  const missing = new Map(applications.map((id) => [id, readers]))
  const isOpen = (id: string): boolean => (missing.get(id) ?? 0) > 0
  /** How many applications two members both read. */
  const together = new Map<string, number>()
  const pairOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`)
  function meet(member: string, id: string, by: number): void {
    for (const other of shared.get(id) ?? [])
      if (other !== member) together.set(pairOf(member, other), (together.get(pairOf(member, other)) ?? 0) + by)
  }
  function give(id: string, member: string, conflict = false): void {
    if (reads(id, member) || !shared.has(id)) return
    meet(member, id, 1)
    shared.get(id)?.add(member)
    if (conflict) return
    missing.set(id, (missing.get(id) ?? 0) - 1)
    loads.set(member, loadOf(member) + 1)
  }

  for (const { applicationId, memberId, conflict } of read) give(applicationId, memberId, conflict)
  for (const { applicationId, memberId } of before)
    if (isOpen(applicationId) && members.includes(memberId)) give(applicationId, memberId)
  for (const [index, id] of applications.entries())
    while (isOpen(id)) {
      // Of those with the least, whoever shared least with the others, and not always the first.
      const [next] = members
        .map((member, at) => ({ member, turn: (at - index + members.length * applications.length) % members.length }))
        .filter(({ member }) => !reads(id, member))
        .map((each) => ({
          ...each,
          met: [...(shared.get(id) ?? [])].reduce((sum, other) => sum + (together.get(pairOf(each.member, other)) ?? 0), 0),
        }))
        .toSorted((a, b) => loadOf(a.member) - loadOf(b.member) || a.met - b.met || a.turn - b.turn)
      if (next === undefined) break
      give(id, next.member)
    }
  const opened = new Set(read.map(({ applicationId, memberId }) => `${applicationId} ${memberId}`))
  /** Moves one application that is not read from a member to another who has two less; false when there is none. */
  function move(): boolean {
    const byLoad = members.toSorted((a, b) => loadOf(b) - loadOf(a))
    for (const from of byLoad)
      for (const to of byLoad.toReversed()) {
        if (loadOf(from) - loadOf(to) < 2) break
        const id = applications.find((each) => reads(each, from) && !reads(each, to) && !opened.has(`${each} ${from}`))
        if (id === undefined) continue
        shared.get(id)?.delete(from)
        meet(from, id, -1)
        loads.set(from, loadOf(from) - 1)
        give(id, to)
        return true
      }
    return false
  }
  while (move());
  return [...shared].flatMap(([applicationId, ids]) => [...ids].map((memberId) => ({ memberId, applicationId })))
}

/** How many minutes a member needs for what is left: as long as for those before, the middle one; two for each at first. */
export function minutesLeft(spentMs: readonly number[], left: number): number {
  const sorted = spentMs.filter((ms) => ms > 5_000 && ms < 1_800_000).toSorted((a, b) => a - b)
  const each = sorted.length < 3 ? 120_000 : (sorted[Math.floor(sorted.length / 2)] ?? 0)
  return left === 0 ? 0 : Math.max(1, Math.round((each * left) / 60_000))
}

/** The longest comment of a member, in characters. */
export const maxComment = 5_000
