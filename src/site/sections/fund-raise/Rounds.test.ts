import { expect, test } from 'vitest'
import { spanOf } from './Rounds.tsx'

test('a round begins where the one before it ends', () => {
  expect(spanOf('$50K-$500K').to).toBe(spanOf('$500K-$2M').from)
  expect(spanOf('$500K-$2M').to).toBe(spanOf('$2M-$15M').from)
})

test('an open round ends with the scale, and what is no amount fills it', () => {
  expect(spanOf('$15M+')).toEqual({ from: spanOf('$2M-$15M').to, to: 1 })
  expect(spanOf('by agreement')).toEqual({ from: 0, to: 1 })
})

test('the scale is logarithmic: each tenfold is equally long', () => {
  const step = spanOf('$500K-$5M')
  const next = spanOf('$5M-$50M')
  expect(step.to - step.from).toBeCloseTo(next.to - next.from, 10)
})
