import { expect, test } from 'vitest'
import { textToPath, textWidth, wrapLines } from './text-to-path.ts'

test('the width of a word is the sum of its letters and proportional to the size', () => {
  expect(textWidth('dot', 40)).toBeCloseTo(textWidth('d', 40) + textWidth('o', 40) + textWidth('t', 40), 9)
  expect(textWidth('dot', 80)).toBeCloseTo(2 * textWidth('dot', 40), 9)
})

test('lines stay within their width and lose no word', () => {
  const title = 'The complete guide to building a minimum viable product in India'
  const lines = wrapLines(title, 60, 600)
  expect(lines.join(' ')).toBe(title)
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines) expect(textWidth(line, 60)).toBeLessThanOrEqual(600)
})

test('a word wider than the line has its own line and is not cut', () => {
  expect(wrapLines('a incomprehensibilities b', 60, 100)).toEqual(['a', 'incomprehensibilities', 'b'])
})

test('the path starts at x and ends at its baseline', () => {
  const numbers = Array.from(
    textToPath('H', 100, 200, 50).matchAll(/(-?[\d.]+),(-?[\d.]+)/g),
    ([, x, y]) => [Number(x), Number(y)] as const,
  )
  expect(Math.min(...numbers.map(([x]) => x))).toBeGreaterThanOrEqual(100)
  expect(Math.max(...numbers.map(([, y]) => y))).toBe(200)
})
