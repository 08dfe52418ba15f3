import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kolamOf } from './application-kolam.ts'
import { type Point, type Shape, spacing, symmetricDots } from './dots.ts'
import { frieze } from './Frieze.tsx'
import { kolam } from './kolam.ts'

const shapes: readonly Shape[] = ['square', 'diamond', 'octagon']
const drawings = shapes.flatMap((shape) => [1, 3, 5, 9].flatMap((size) => ['a', 'கோலம்'].map((seed) => ({ seed, size, shape }))))

/** Points along a path, close together: the ends of its lines, and its arcs in small steps. */
function pointsOf(path: string): Point[] {
  const points: Point[] = []
  let at: Point = { x: 0, y: 0 }
  for (const [, command, numbers] of path.matchAll(/([Mlaz])([^Mlaz]*)/g)) {
    const n = (numbers?.match(/-?[\d.]+/g) ?? []).map(Number) as [number, number, number, number, number, number, number]
    if (command === 'M') at = { x: n[0], y: n[1] }
    else if (command === 'l') {
      const steps = Math.abs(n[0]) * 4
      for (let i = 1; i <= steps; i++) points.push({ x: at.x + (n[0] * i) / steps, y: at.y + (n[1] * i) / steps })
      at = { x: at.x + n[0], y: at.y + n[1] }
    } else if (command === 'a') {
      const to = { x: at.x + n[5], y: at.y + n[6] }
      points.push(...arc(at, to, n[0], n[3] === 1, n[4] === 1))
      at = to
    }
  }
  return points
}

function arc(from: Point, to: Point, radius: number, large: boolean, clockwise: boolean): Point[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const off = Math.sqrt(Math.max(0, radius ** 2 - (dx ** 2 + dy ** 2) / 4)) * (large === clockwise ? -1 : 1)
  const length = Math.hypot(dx, dy)
  const centre = { x: from.x + dx / 2 - (dy / length) * off, y: from.y + dy / 2 + (dx / length) * off }
  const start = Math.atan2(from.y - centre.y, from.x - centre.x)
  let turn = Math.atan2(to.y - centre.y, to.x - centre.x) - start
  if (clockwise && turn < 0) turn += 2 * Math.PI
  if (!clockwise && turn > 0) turn -= 2 * Math.PI
  return Array.from({ length: 24 }, (_, i) => {
    const angle = start + (turn * (i + 1)) / 24
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) }
  })
}

/** The directions from a dot to the middle of its four quarters. */
const quarters = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const

/** Compares squares: `Math.hypot` is slow, and these tests compare millions of points. */
const near = (points: readonly Point[], spot: Point, within: number) =>
  points.some(({ x, y }) => (x - spot.x) ** 2 + (y - spot.y) ** 2 < within ** 2)

/** The number of the square in which a point lies; the side of a square is half the distance between two dots. */
const cellOf = ({ x, y }: Point) => 1000 * Math.floor(x / 2) + Math.floor(y / 2)

describe('a kolam', () => {
  test.each(drawings)('of $seed, $size, $shape is the same each time', ({ seed, size, shape }) => {
    expect(kolam(seed, size, shape)).toEqual(kolam(seed, size, shape))
  })

  test('of a seed never changes between versions', () => {
    expect(kolam('a', 5, 'diamond').path).toBe(
      'M0 -6l-1-1a1.414 1.414 0 1 1 2 0l-2 2a1.414 1.414 0 0 0 0 2l6 6a1.414 1.414 0 1 1-2 0l4-4a1.414 1.414 0 1 1 0 2l-2-2a1.414 1.414 0 0 0-2 0l-6 6a1.414 1.414 0 1 1 0-2l4 4a1.414 1.414 0 1 1-2 0l2-2a1.414 1.414 0 0 0 0-2l-6-6a1.414 1.414 0 1 1 2 0l-4 4a1.414 1.414 0 1 1 0-2l2 2a1.414 1.414 0 0 0 2 0l6-6a1.414 1.414 0 1 1 0 2l-3-3z',
    )
  })

  test.each([
    [3, 'square'],
    [3, 'diamond'],
    [5, 'square'],
    [5, 'diamond'],
    [5, 'octagon'],
    [7, 'square'],
    [7, 'diamond'],
    [7, 'octagon'],
    [9, 'diamond'],
  ] as const)('of %i dots, %s, is one closed line round all dots for any seed', { tags: ['random'] }, (size, shape) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (seed) => {
        const { dots, path } = kolam(seed, size, shape)
        const points = pointsOf(path)
        const [x = 0, y = 0] = (/^M(-?[\d.]+) ?(-?[\d.]+)/.exec(path) ?? []).slice(1).map(Number)
        expect(path.match(/[Mz]/g)).toEqual(['M', 'z'])
        expect(near(points.slice(-1), { x, y }, 0.01)).toBe(true)
        // The line passes all four sides of each dot, so there can be no other line.
        const cells = new Set(points.map(cellOf))
        const missed = dots.flatMap((dot) =>
          quarters.map(([dx, dy]) => ({ x: dot.x + dx, y: dot.y + dy })).filter((spot) => !cells.has(cellOf(spot))),
        )
        expect(missed).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['founders', 'Accelerator'],
    ['partners', 'Investor'],
    ['people', 'Contact'],
  ] as const)('of %s rarely repeats between applications', (_, type) => {
    const ids = fc.sample(fc.uuid({ version: 7 }), { numRuns: 1000, seed: 12 })
    const drawn = new Set(
      ids.map((id) => {
        const { seed, size, shape } = kolamOf(type, id)
        return kolam(seed, size, shape).path
      }),
    )
    expect(drawn.size).toBeGreaterThanOrEqual(300)
  })

  test('of an even number of dots across is refused', () => {
    for (const shape of shapes) expect(() => kolam('a', 4, shape)).toThrow(RangeError)
  })

  test.each(drawings)('of $seed, $size, $shape has fourfold rotational symmetry', ({ seed, size, shape }) => {
    const points = pointsOf(kolam(seed, size, shape).path)
    expect(points.filter(({ x, y }) => !near(points, { x: -y, y: x }, 0.3))).toEqual([])
  })

  test.each(drawings)('of $seed, $size, $shape goes around every dot and touches none', ({ seed, size, shape }) => {
    const { dots, path } = kolam(seed, size, shape)
    const points = pointsOf(path)
    for (const dot of dots) {
      // Each of the four quarters around the dot contains a part of the line, at most half the distance between two dots away.
      for (const [dx, dy] of quarters) expect(near(points, { x: dot.x + dx, y: dot.y + dy }, 0.5)).toBe(true)
      expect(Math.min(...points.map(({ x, y }) => Math.hypot(x - dot.x, y - dot.y)))).toBeGreaterThan(1.3)
    }
  })

  test('has the dots of its shape, and is a ring round a single dot', () => {
    expect(symmetricDots(5, 'square')).toHaveLength(25)
    expect(symmetricDots(5, 'diamond')).toHaveLength(13)
    expect(symmetricDots(5, 'octagon')).toHaveLength(21)
    expect(kolam('a', 1, 'square')).toEqual({
      dots: [{ x: 0, y: 0 }],
      path: 'M1.414 0a1.414 1.414 0 1 1-2.828 0a1.414 1.414 0 1 1 2.828 0z',
      viewBox: '-2 -2 4 4',
    })
  })

  test('stays within its viewBox', () => {
    for (const { seed, size, shape } of drawings) {
      const { path, viewBox } = kolam(seed, size, shape)
      const half = -Number(viewBox.split(' ')[0])
      expect(half).toBe(((size - 1) / 2) * spacing + 2)
      expect(Math.max(...pointsOf(path).flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]))).toBeLessThanOrEqual(half)
    }
  })
})

describe('a frieze', () => {
  test.each([
    [47, 2, 1],
    [4, 2, 2],
    [9, 3, 3],
    [10, 3, 1],
  ])('of %i by %i dots has %i lines: their greatest common divisor', (columns, rows, lines) => {
    const { dots, paths } = frieze(columns, rows)
    expect(dots).toHaveLength(columns * rows)
    expect(paths).toHaveLength(lines)
  })

  test('can go around some of its columns only', () => {
    const { dots, paths } = frieze(24, 1, { from: 3, to: 8 })
    expect(dots).toHaveLength(24)
    expect(paths).toEqual([frieze(6, 1).paths[0]?.replace(/^M(-?[\d.]+)/, (_, x) => `M${Number(x) + 8}`)])
  })
})
