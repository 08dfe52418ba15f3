import { expect, test } from 'vitest'
import { visitorTime } from './visitor-time.ts'

const closing = '2025-12-15T18:30:00.000Z'

test.each([
  ['America/Los_Angeles', 'It closes on 15 Dec 2025, 10:30 where you are.'],
  ['Pacific/Kiritimati', 'It closes on 16 Dec 2025, 08:30 where you are.'],
  ['Asia/Kolkata', undefined],
  ['Asia/Colombo', undefined],
  ['No/Zone', undefined],
])('a deadline in India is shown in the time of %s', (own, expected) => {
  expect(visitorTime(closing, 'Asia/Kolkata', own)).toBe(expected)
})

test('an invalid moment adds nothing', () => {
  expect(visitorTime('', 'Asia/Kolkata', 'Asia/Tokyo')).toBeUndefined()
})
