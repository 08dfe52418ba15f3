import { expect, it } from 'vitest'
import { firstDay, insightsUrl, readScope } from './range.ts'

it.each([
  ['', '90d', undefined],
  ['?range=12m&form_type=accelerator', '12m', 'Accelerator'],
  ['?range=all', 'all', undefined],
  ['?range=1y&form_type=no', '90d', undefined],
])('the query %j is parsed', (search, range, formType) => expect(readScope(search)).toEqual({ range, formType }))

it('a URL contains only what differs from the defaults', () => {
  expect(insightsUrl({})).toBe('/app/insights')
  expect(insightsUrl({ range: '90d', formType: 'Contact' })).toBe('/app/insights?form_type=Contact')
  expect(readScope(new URL(insightsUrl({ range: 'all', formType: 'FundRaise' }), 'http://x.example').search)).toEqual({
    range: 'all',
    formType: 'FundRaise',
  })
})

it('a range begins on a day in India', () => {
  const now = new Date('2026-01-14T20:00:00Z')
  expect(firstDay('30d', now)).toBe('2025-12-17')
  expect(firstDay('90d', now)).toBe('2025-10-18')
  expect(firstDay('12m', now)).toBe('2025-02-01')
  expect(firstDay('12m', new Date('2025-12-31T12:00:00Z'))).toBe('2025-01-01')
  expect(firstDay('all', now)).toBeUndefined()
})
