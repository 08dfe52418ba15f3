import { expect, it } from 'vitest'
import { duration, share, spanName, tickName, tickYear } from './words.ts'

it.each([
  [0, '0 minutes'],
  [60, '1 minute'],
  [89 * 60, '89 minutes'],
  [3600 * 2, '2 hours'],
  [3600 * 5.46, '5.5 hours'],
  [3600 * 30, '30 hours'],
  [86_400 * 2.04, '2 days'],
  [86_400 * 12.4, '12 days'],
])('%d seconds are %s', (seconds, words) => expect(duration(seconds)).toBe(words))

it('a bar names its span, and the days of a partial one', () => {
  expect(spanName({ from: '2025-11-03', to: '2025-11-03' }, 'day')).toBe('Mon, 3 Nov 2025')
  expect(spanName({ from: '2025-11-03', to: '2025-11-09' }, 'week')).toBe('3 Nov – 9 Nov 2025')
  expect(spanName({ from: '2025-11-09', to: '2025-11-09' }, 'week')).toBe('9 Nov 2025')
  expect(spanName({ from: '2025-02-01', to: '2025-02-28' }, 'month')).toBe('February 2025')
  expect(spanName({ from: '2025-02-01', to: '2025-02-27' }, 'month')).toBe('1 Feb – 27 Feb 2025')
  const ticks = ['2025-11-01', '2025-12-01', '2026-01-01'].map((from) => ({ from, to: from }))
  expect(ticks.map((tick, at) => [tickName(tick, 'month'), tickYear(tick, ticks[at - 1])])).toEqual([
    ['Nov', '2025'],
    ['Dec', ''],
    ['Jan', '2026'],
  ])
  expect(tickName({ from: '2025-11-03', to: '2025-11-09' }, 'week')).toBe('3 Nov')
})

it('a share is in whole percents, and a small one is not shown as zero', () =>
  expect([share(0, 5), share(1, 3), share(1, 1000), share(5, 5), share(1, 0)]).toEqual(['0%', '33%', 'under 1%', '100%', '']))
