import { expect, test } from 'vitest'
import { day, hour, minute } from '../../shared/durations.ts'
import { timeAgo } from './DraftStatus.tsx'

test.each([
  [0, 'just now'],
  [minute - 1, 'just now'],
  [2 * minute, '2 min ago'],
  [hour - 1, '59 min ago'],
  [3 * hour, '3 h ago'],
  [day, '1 day ago'],
  [29 * day, '29 days ago'],
])('%i ms is %s', (ms, text) => {
  expect(timeAgo(ms)).toBe(text)
})
