import { expect, test } from 'vitest'
import { linesOf, widthOf, wordsToPath } from './text-to-path.ts'

test('a word is as wide as its letters together, and twice as wide at twice the size', () => {
  expect(widthOf('dot', 40)).toBeCloseTo(widthOf('d', 40) + widthOf('o', 40) + widthOf('t', 40), 9)
  expect(widthOf('dot', 80)).toBeCloseTo(2 * widthOf('dot', 40), 9)
})

test('lines keep to their width and lose no word', () => {
  const title = 'The complete guide to building a minimum viable product in India'
  const lines = linesOf(title, 60, 600)
  expect(lines.join(' ')).toBe(title)
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines) expect(widthOf(line, 60)).toBeLessThanOrEqual(600)
})

test('a word wider than the line stands alone and is not cut', () => {
  expect(linesOf('a incomprehensibilities b', 60, 100)).toEqual(['a', 'incomprehensibilities', 'b'])
})

test('the path begins where it is told to and stands on its baseline', () => {
  const numbers = Array.from(
    wordsToPath('H', 100, 200, 50).matchAll(/(-?[\d.]+),(-?[\d.]+)/g),
    ([, x, y]) => [Number(x), Number(y)] as const,
  )
  expect(Math.min(...numbers.map(([x]) => x))).toBeGreaterThanOrEqual(100)
  expect(Math.max(...numbers.map(([, y]) => y))).toBe(200)
})
