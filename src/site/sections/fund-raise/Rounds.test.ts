import { expect, test } from 'vitest'
import { joinedOf } from './Rounds.tsx'

test('the rounds join the whole scale, and a round begins where the previous one ends', () => {
  expect(['$50K-$500K', '$500K-$2M', '$2M-$15M', '$15M+'].map(joinedOf)).toEqual([
    { from: 1, to: 4 },
    { from: 4, to: 6 },
    { from: 6, to: 8 },
    { from: 8, to: 10 },
  ])
})

test('an amount above the scale joins its end; text that is not an amount joins all', () => {
  expect(joinedOf('$90M+')).toEqual({ from: 10, to: 10 })
  expect(joinedOf('by agreement')).toEqual({ from: 1, to: 10 })
})
