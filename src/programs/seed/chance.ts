/** Pseudo-random choices, which are the same in every run. */
export interface Chance {
  /** From 0 to 1, without 1. */
  next(): number
  /** A whole number from `min` to `max`, both inclusive. */
  between(min: number, max: number): number
  /** True in about `share` of all cases. */
  is(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** `count` different items of a list, in the list's order. */
  some<T>(list: readonly T[], count: number): T[]
}

/** A pseudo-random generator (mulberry32). Equal seeds give equal choices. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    is: (share) => next() < share,
    pick: (list) => {
      if (list.length === 0) throw new Error('There is nothing to pick from')
      return list[between(0, list.length - 1)] as (typeof list)[number]
    },
    some: (list, count) => {
      const remaining = list.map((_, index) => index)
      const chosen = Array.from(
        { length: Math.min(count, list.length) },
        () => remaining.splice(between(0, remaining.length - 1), 1)[0] as number,
      )
      return chosen.sort((a, b) => a - b).map((index) => list[index] as (typeof list)[number])
    },
  }
}
