import { expect, test } from 'vitest'
import { spanOf } from './Rounds.tsx'

test('a round begins where the previous one ends', () => {
  expect(spanOf('$50K-$500K').to).toBe(spanOf('$500K-$2M').from)
  expect(spanOf('$500K-$2M').to).toBe(spanOf('$2M-$15M').from)
})

test('an open-ended round reaches the end of the scale; other text fills it', () => {
  expect(spanOf('$15M+')).toEqual({ from: spanOf('$2M-$15M').to, to: 1 })
  expect(spanOf('by agreement')).toEqual({ from: 0, to: 1 })
})

test('the scale is logarithmic: each power of ten is equally long', () => {
  const step = spanOf('$500K-$5M')
  const next = spanOf('$5M-$50M')
  expect(step.to - step.from).toBeCloseTo(next.to - next.from, 10)
})
