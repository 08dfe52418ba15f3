import { expect, it } from 'vitest'
import { monthsBefore } from './months.ts'

it('counts months back to the same day, or to the last day of a shorter month', () => {
  const before = (at: string, months: number): string => monthsBefore(new Date(at), months).toISOString()
  expect(before('2026-11-22T04:30:00.000Z', 24)).toBe('2024-11-22T04:30:00.000Z')
  expect(before('2026-03-31T23:59:59.999Z', 1)).toBe('2026-02-28T23:59:59.999Z')
  expect(before('2028-02-29T00:00:00.000Z', 12)).toBe('2027-02-28T00:00:00.000Z')
  expect(before('2026-01-15T00:00:00.000Z', 2)).toBe('2025-11-15T00:00:00.000Z')
})
