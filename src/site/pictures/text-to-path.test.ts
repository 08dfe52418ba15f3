import { expect, test } from 'vitest'
import { publicRoutes } from '../routes.ts'
import { ogPicture } from './svg.ts'
import { drawable, textToPath, textWidth, wrapLines } from './text-to-path.ts'

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

test('Latin letters, the signs of prose and currencies are drawn as themselves', () => {
  const latin = Array.from({ length: 0x17e - 0xa0 }, (_, at) => String.fromCodePoint(0xa1 + at)).filter(
    (letter) => letter !== '\u00ad',
  )
  const all = [...new Set([...latin, ...'₹€$£¥₩₦₫₱₵₿‘’“”‚„‹›«»–—…•·×→←↑↓′″†−½™ȘșȚț'])]
  const without = all.filter((letter) => drawable(letter) === undefined)
  expect(without).toEqual(['₿'])
  const drawn = all.map((letter) => textToPath(drawable(letter) ?? '', 0, 0, 10))
  // The two look alike.
  expect(drawn.flatMap((path, at) => (drawn.indexOf(path) === at ? [] : [all[at]]))).toEqual(['Đ'])
  expect(drawn).not.toContain(textToPath('-', 0, 0, 10))
})

test.each([
  ['Raised ₹5 crore, 3× more — “so” · ‘it’ → José', 'Raised ₹5 crore, 3× more — “so” · ‘it’ → José'],
  ['Jose\u0301 non\u2011stop\u00a0now\u00ad', 'José non-stop now'],
  ['நிலா ராமன் எழுதுகிறார்', undefined],
  ['Raised ₹5 crore — नमस्ते', undefined],
  ['مرحبا', undefined],
  ['こんにちは', undefined],
  ['Light a 🪔', undefined],
  ['Ελλάδα', undefined],
  [' ', undefined],
])('%j is drawn as %j', (title, shown) => {
  expect(drawable(title)).toBe(shown)
})

test('a title that cannot be drawn stays away, and so does our name', () => {
  const kolam = { seed: 'a', size: 3, shape: 'square' } as const
  const paths = (line: string, name: string) =>
    [...ogPicture({ line, kolam, ground: 'laterite' }, name).matchAll(/<path d="([^"]*)" fill/g)]
      .map(([, path = '']) => path)
      .slice(0, 2)
  const [words = '', name] = paths('Raised ₹5', 'Łódź 5')
  expect([words, name]).toEqual([expect.stringContaining('M'), textToPath('Łódź 5', 72, 560, 34)])
  expect(words).not.toBe(paths('Raised -5', 'Łódź 5')[0])
  expect(paths('நிலா', 'Łódź 5')).toEqual([paths('Łódź 5', 'x')[0], name])
  expect(paths('நிலா', 'கோலம்')).toEqual(['', ''])
  expect(paths('Raised ₹5', 'கோலம்')).toEqual([words, ''])
})

test('the picture of a page has its background and its largest words', () => {
  const fills = (path: string) => {
    const route = publicRoutes.find((listed) => listed.path === path)
    const picture = route ? ogPicture(route) : ''
    return [picture.match(/<rect [^>]*fill="([^"]+)"/)?.[1], picture.includes(textToPath('Meet them', 72, 315 - 85.12 - 20, 76))]
  }
  expect([fills('/'), fills('/investors'), fills('/contact'), fills('/become-early-customer')]).toEqual([
    ['#5a1f17', false],
    ['#1d1a17', true],
    ['#fbf8f1', false],
    ['#eeb944', false],
  ])
})
