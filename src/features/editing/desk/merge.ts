import { hashKey } from '@tanstack/react-query'
import type { FieldPath } from '../../../api/site-content.ts'

type Group = Readonly<Record<string, unknown>>

const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Whether two values say the same, in whatever order their keys are. */
export const same = (a: unknown, b: unknown): boolean => a === b || hashKey([a]) === hashKey([b])

/** A field that two windows changed differently. */
export interface Collision {
  readonly field: FieldPath
  readonly ours: unknown
  readonly theirs: unknown
}

/** The value of a field; undefined where there is none. */
export const valueAt = (value: unknown, field: FieldPath): unknown =>
  field.reduce((group, part) => (group as Record<string | number, unknown> | null | undefined)?.[part], value)

/** A value in which one field is another; undefined removes the field. */
export function withField(value: unknown, [first, ...deeper]: FieldPath, to: unknown): unknown {
  if (first === undefined) return to
  if (Array.isArray(value)) return value.map((entry, at) => (at === first ? withField(entry, deeper, to) : entry))
  const group = isGroup(value) ? value : {}
  const next = withField(group[first], deeper, to)
  if (next !== undefined) return { ...group, [first]: next }
  const { [first]: _, ...remaining } = group
  return remaining
}

/** How many fields two groups share; 0 where that is not more than half of them, because another entry may have the same few. */
function likeness(a: unknown, b: unknown): number {
  if (!isGroup(a) || !isGroup(b)) return 0
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  const shared = [...names].filter((name) => same(a[name], b[name])).length
  return shared * 2 > names.size ? shared : 0
}

/** For each entry of a changed list the place that it had before: equal entries first, then the most alike, then those that stand where they stood. */
function placesBefore(before: readonly unknown[], after: readonly unknown[]): readonly (number | undefined)[] {
  const free = new Set(before.keys())
  const places: (number | undefined)[] = after.map(() => undefined)
  const match = (likenessOf: (old: unknown, entry: unknown, isSamePlace: boolean) => number): void => {
    for (const [at, entry] of after.entries()) {
      if (places[at] !== undefined) continue
      const [best] = [...free]
        .map((old) => ({ old, alike: likenessOf(before[old], entry, old === at) }))
        .filter(({ alike }) => alike > 0)
        .toSorted((a, b) => b.alike - a.alike || Math.abs(a.old - at) - Math.abs(b.old - at))
      if (best === undefined) continue
      places[at] = best.old
      free.delete(best.old)
    }
  }
  match((old, entry) => (same(old, entry) ? 1 : 0))
  match(likeness)
  match((_, __, isSamePlace) => (isSamePlace ? 1 : 0))
  return places
}

interface Merged {
  readonly value: unknown
  readonly collisions: readonly Collision[]
}

/** The entries of lists that two windows changed, in the order of the window that moved, added or removed some. Undefined where both did, or one removed what the other edited. */
function mergeLists(
  base: readonly unknown[],
  ours: readonly unknown[],
  theirs: readonly unknown[],
  field: FieldPath,
): Merged | undefined {
  const [ourPlaces, theirPlaces] = [placesBefore(base, ours), placesBefore(base, theirs)]
  const stays = (places: readonly unknown[]): boolean => places.length === base.length && places.every((old, at) => old === at)
  if (!stays(ourPlaces) && !stays(theirPlaces)) return undefined
  const isOurs = stays(theirPlaces)
  const [order, other] = isOurs ? [ourPlaces, theirs] : [theirPlaces, ours]
  if (base.some((entry, old) => !order.includes(old) && !same(entry, other[old]))) return undefined
  const entries = order.map((old, at): Merged => {
    if (old === undefined) return { value: (isOurs ? ours : theirs)[at], collisions: [] }
    return mergeValues(base[old], isOurs ? ours[at] : ours[old], isOurs ? theirs[old] : theirs[at], [...field, at])
  })
  return { value: entries.map(({ value }) => value), collisions: entries.flatMap(({ collisions }) => collisions) }
}

/** The changes of two windows in one value. Where both changed a field, it has ours, and `collisions` names both. */
export function mergeValues(base: unknown, ours: unknown, theirs: unknown, field: FieldPath = []): Merged {
  if (same(ours, theirs) || same(theirs, base)) return { value: ours, collisions: [] }
  if (same(ours, base)) return { value: theirs, collisions: [] }
  const all = { value: ours, collisions: [{ field, ours, theirs }] }
  if (Array.isArray(base) && Array.isArray(ours) && Array.isArray(theirs)) return mergeLists(base, ours, theirs, field) ?? all
  if (!isGroup(base) || !isGroup(ours) || !isGroup(theirs)) return all
  let value: unknown = {}
  const collisions: Collision[] = []
  for (const part of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const merged = mergeValues(base[part], ours[part], theirs[part], [...field, part])
    value = withField(value, [part], merged.value)
    collisions.push(...merged.collisions)
  }
  return { value, collisions }
}

/** Where a field is after a change that may have moved entries of the lists around it; undefined when its entry was removed. */
export function followed([first, ...deeper]: FieldPath, before: unknown, after: unknown): FieldPath | undefined {
  if (first === undefined) return []
  let at = first
  if (Array.isArray(before) && Array.isArray(after) && before[Number(first)] !== after[Number(first)]) {
    const moved = after.indexOf(before[Number(first)])
    if (moved < 0 && before.length !== after.length) return undefined
    at = moved < 0 ? first : moved
  }
  const within = followed(deeper, valueAt(before, [first]), valueAt(after, [at]))
  return within && [at, ...within]
}
