import { expect, it } from 'vitest'
import { boundOf, minutesLeft, type Reader, shareOut } from './rules.ts'

const ids = (count: number, letter: string): readonly string[] => Array.from({ length: count }, (_, at) => `${letter}${at}`)
const loadsOf = (pairs: readonly Reader[], members: readonly string[]): readonly number[] =>
  members.map((id) => pairs.filter(({ memberId }) => memberId === id).length)
const readersOf = (pairs: readonly Reader[], applications: readonly string[]): ReadonlySet<number> =>
  new Set(
    applications.map(
      (id) => new Set(pairs.filter(({ applicationId }) => applicationId === id).map((pair) => pair.memberId)).size,
    ),
  )
const spread = (loads: readonly number[]): number => Math.max(...loads) - Math.min(...loads)

it.each([
  [40, 7, 3],
  [1_000, 20, 3],
  [5, 3, 3],
  [1, 4, 2],
  [9, 3, 1],
])('%i applications, %i members, %i readers: each as many, balanced, the same again', (count, size, readers) => {
  const [applications, members] = [ids(count, 'a'), ids(size, 'm')]
  const shared = shareOut(applications, members, readers)
  expect([...readersOf(shared, applications)]).toEqual([readers])
  expect(spread(loadsOf(shared, members))).toBeLessThanOrEqual(1)
  expect(shareOut(applications, members, readers)).toEqual(shared)
  expect(shareOut(applications, members, readers, [], shared)).toHaveLength(shared.length)
})

it('two readers are not always the same two', () => {
  const shared = shareOut(ids(12, 'a'), ids(4, 'm'), 2)
  const together = new Set(
    ids(12, 'a').map((id) =>
      shared
        .filter(({ applicationId }) => applicationId === id)
        .map((pair) => pair.memberId)
        .join(),
    ),
  )
  expect(together.size).toBeGreaterThan(2)
})

it('a joiner takes over what is not opened; what was read stays', () => {
  const applications = ids(12, 'a')
  const before = shareOut(applications, ids(3, 'm'), 2)
  const read = before.filter(({ memberId }) => memberId === 'm0').slice(0, 3)
  const after = shareOut(applications, ids(4, 'm'), 2, read, before)
  expect(after).toEqual(expect.arrayContaining([...read]))
  expect([...readersOf(after, applications)]).toEqual([2])
  expect(spread(loadsOf(after, ids(4, 'm')))).toBeLessThanOrEqual(1)
})

it('of a leaver the others take what is not read', () => {
  const applications = ids(12, 'a')
  const before = shareOut(applications, ids(4, 'm'), 2)
  const read = before.filter(({ memberId }) => memberId === 'm3').slice(0, 2)
  const after = shareOut(applications, ids(3, 'm'), 2, read, before)
  expect(after.filter(({ memberId }) => memberId === 'm3')).toEqual(read)
  expect([...readersOf(after, applications)]).toEqual([2])
  expect(spread(loadsOf(after, ids(3, 'm')))).toBeLessThanOrEqual(1)
})

it('who has a conflict of interest is no reader: another one reads it too', () => {
  const applications = ids(6, 'a')
  const before = shareOut(applications, ids(3, 'm'), 1)
  const read = before.filter(({ memberId }) => memberId === 'm0').map((pair) => ({ ...pair, conflict: true }))
  const after = shareOut(applications, ids(3, 'm'), 1, read, before)
  expect(loadsOf(after, ids(3, 'm'))).toEqual([4, 2, 2])
  const counted = after.filter(
    (pair) => !read.some((each) => each.memberId === pair.memberId && each.applicationId === pair.applicationId),
  )
  expect([...readersOf(counted, applications)]).toEqual([1])
  // Taken back, the second reader, who did not open it, has it no more.
  const scored = read.map((pair) => ({ ...pair, conflict: false }))
  expect(loadsOf(shareOut(applications, ids(3, 'm'), 1, scored, after), ids(3, 'm'))).toEqual([2, 2, 2])
})

it('fewer members than readers read all', () => expect(shareOut(['a'], ['m', 'n'], 3)).toHaveLength(2))

it.each([
  ['>=3.5', { comparison: '>=', score: 3.5 }],
  ['4', { comparison: '=', score: 4 }],
  ['<5', { comparison: '<', score: 5 }],
  ['5.1', undefined],
  ['0', undefined],
  ['>', undefined],
  ['4.55', undefined],
  ['high', undefined],
])('committee:%s', (value, bound) => expect(boundOf(value)).toEqual(bound))

it('what is left is as long as the middle one of those before', () => {
  expect(minutesLeft([], 3)).toBe(6)
  expect(minutesLeft([60_000, 60_000, 1_000_000], 10)).toBe(10)
  // One that was opened and left for a night does not count.
  expect(minutesLeft([60_000, 90_000, 60_000, 9e7], 10)).toBe(10)
  expect(minutesLeft([60_000], 0)).toBe(0)
})
