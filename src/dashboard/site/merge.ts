import type { FieldPath } from '../../api/site-content.ts'

type Group = Readonly<Record<string, unknown>>

const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null && !Array.isArray(value)
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A field that two windows changed differently. */
export interface Collision {
  readonly field: FieldPath
  readonly ours: unknown
  readonly theirs: unknown
}

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

/** The changes of two windows in one value. Where both changed a field, it has ours, and `collisions` names both. */
export function mergeValues(
  base: unknown,
  ours: unknown,
  theirs: unknown,
  field: FieldPath = [],
): { readonly value: unknown; readonly collisions: readonly Collision[] } {
  if (same(ours, theirs) || same(theirs, base)) return { value: ours, collisions: [] }
  if (same(ours, base)) return { value: theirs, collisions: [] }
  const areLists = [base, ours, theirs].every(Array.isArray) && (ours as []).length === (theirs as []).length
  const areGroups = [base, ours, theirs].every(isGroup)
  if (!areGroups && !(areLists && (base as []).length === (ours as []).length))
    return { value: ours, collisions: [{ field, ours, theirs }] }
  const parts = areGroups
    ? [...new Set([...Object.keys(ours as Group), ...Object.keys(theirs as Group)])]
    : (ours as unknown[]).map((_, at) => at)
  let value: unknown = areGroups ? {} : [...(ours as unknown[])]
  const collisions: Collision[] = []
  for (const part of parts) {
    const of = (group: unknown): unknown => (group as Record<string | number, unknown>)[part]
    const merged = mergeValues(of(base), of(ours), of(theirs), [...field, part])
    value = withField(value, [part], merged.value)
    collisions.push(...merged.collisions)
  }
  return { value, collisions }
}
