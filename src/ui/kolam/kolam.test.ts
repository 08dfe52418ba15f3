import { describe, expect, test } from 'vitest'
import { type Shape, type Spot, symmetricDots } from './dots.ts'
import { frieze } from './frieze.ts'
import { kolam, spacing } from './kolam.ts'

const shapes: readonly Shape[] = ['square', 'diamond', 'octagon']
const drawings = shapes.flatMap((shape) => [1, 2, 5, 8].flatMap((size) => ['a', 'கோலம்'].map((seed) => ({ seed, size, shape }))))

/** Points along a path, close together: the ends of its lines, and its arcs in small steps. */
function pointsOf(path: string): Spot[] {
  const points: Spot[] = []
  let at: Spot = { x: 0, y: 0 }
  for (const [, command, rest] of path.matchAll(/([Mlaz])([^Mlaz]*)/g)) {
    const n = (rest?.match(/-?[\d.]+/g) ?? []).map(Number) as [number, number, number, number, number, number, number]
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

function arc(from: Spot, to: Spot, radius: number, large: boolean, clockwise: boolean): Spot[] {
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

const near = (points: readonly Spot[], spot: Spot, within: number) =>
  points.some(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) < within)

describe('a kolam', () => {
  test.each(drawings)('of $seed, $size, $shape is the same each time', ({ seed, size, shape }) => {
    expect(kolam(seed, size, shape)).toEqual(kolam(seed, size, shape))
  })

  test('differs by seed, though two seeds may meet in one good drawing', () => {
    const drawn = new Set(['a', 'b', 'c', 'd', 'e', 'f'].map((seed) => kolam(seed, 9, 'diamond').paths.join('')))
    expect(drawn.size).toBe(5)
  })

  test.each(drawings)(
    'of $seed, $size, $shape is symmetric under the eight symmetries of the square',
    ({ seed, size, shape }) => {
      const points = kolam(seed, size, shape).paths.flatMap(pointsOf)
      expect(points.filter(({ x, y }) => !near(points, { x: -x, y }, 0.3))).toEqual([])
      expect(points.filter(({ x, y }) => !near(points, { x: y, y: x }, 0.3))).toEqual([])
    },
  )

  test.each(drawings)('of $seed, $size, $shape goes round every dot and through none', ({ seed, size, shape }) => {
    const { dots, paths } = kolam(seed, size, shape)
    const points = paths.flatMap(pointsOf)
    for (const dot of dots) {
      // seen from the dot there is line in each of the four quarters, no further than the middle between two dots
      for (const [dx, dy] of [
        [1, 1],
        [1, -1],
        [-1, 1],
        [-1, -1],
      ] as const)
        expect(near(points, { x: dot.x + dx, y: dot.y + dy }, 0.5)).toBe(true)
      expect(Math.min(...points.map(({ x, y }) => Math.hypot(x - dot.x, y - dot.y)))).toBeGreaterThan(1.3)
    }
  })

  test.each(drawings)('of $seed, $size, $shape consists of closed lines without a gap', ({ seed, size, shape }) => {
    for (const path of kolam(seed, size, shape).paths) {
      expect(path.match(/[Mz]/g)).toEqual(['M', 'z'])
      const points = pointsOf(path)
      const [x = 0, y = 0] = (/^M(-?[\d.]+) ?(-?[\d.]+)/.exec(path) ?? []).slice(1).map(Number)
      expect(near(points.slice(-1), { x, y }, 0.01)).toBe(true)
    }
  })

  test('has the dots of its shape, and lines in a number that drawing them by hand gives', () => {
    expect(symmetricDots(5, 'square')).toHaveLength(25)
    expect(symmetricDots(5, 'diamond')).toHaveLength(13)
    expect(symmetricDots(5, 'octagon')).toHaveLength(21)
    expect(kolam('a', 1, 'square')).toEqual({
      dots: [{ x: 0, y: 0 }],
      paths: ['M1.414 0a1.414 1.414 0 1 1-2.828 0a1.414 1.414 0 1 1 2.828 0z'],
      viewBox: '-2 -2 4 4',
    })
    expect(kolam('a', 3, 'diamond').paths).toHaveLength(1)
    expect(kolam('a', 3, 'square').paths).toHaveLength(3)
  })

  test('stays within its viewBox', () => {
    for (const { seed, size, shape } of drawings) {
      const { paths, viewBox } = kolam(seed, size, shape)
      const half = -Number(viewBox.split(' ')[0])
      expect(half).toBe(((size - 1) / 2) * spacing + 2)
      expect(Math.max(...paths.flatMap(pointsOf).flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]))).toBeLessThanOrEqual(half)
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
})
