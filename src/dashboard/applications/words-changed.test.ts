import { expect, test } from 'vitest'
import { wordsChanged } from './words-changed.ts'

const marked = (before: string, after: string): string =>
  wordsChanged(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'deleted' ? `[-${text}-]` : `{+${text}+}`))
    .join('')

test.each([
  ['', 'New words', '{+New words+}'],
  ['Old words', '', '[-Old words-]'],
  ['the same', 'the same', 'the same'],
  ['Call them on Monday', 'Call them on Friday', 'Call them on [-Monday-]{+Friday+}'],
  ['a b', 'a b c', 'a b{+ c+}'],
  ['one two three', 'one three', 'one [-two -]three'],
  ['நல்ல குழு', 'மிக நல்ல குழு', '{+மிக +}நல்ல குழு'],
  ['a\nb', 'a\n\nb', 'a[-\n-]{+\n\n+}b'],
])('%j to %j', (before, after, expected) => {
  expect(marked(before, after)).toBe(expected)
  const side = (excluded: 'inserted' | 'deleted') =>
    wordsChanged(before, after)
      .filter(({ kind }) => kind !== excluded)
      .map(({ text }) => text)
      .join('')
  expect([side('inserted'), side('deleted')]).toEqual([before, after])
})

test('two texts of ten thousand words are compared quickly and completely', () => {
  const text = (word: string) => Array.from({ length: 10_000 }, (_, n) => `${word}${n}`).join(' ')
  const pieces = wordsChanged(text('a'), text('b'))
  expect(pieces.map(({ kind }) => kind)).toEqual(['deleted', 'inserted'])
})
