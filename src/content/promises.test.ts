import { describe, expect, it } from 'vitest'
import { promises } from './core.ts'
import { businessDayAfter, dueMoment, holidayWarnings, promiseTexts } from './promises.ts'
import type { Promised, Promises } from './schema/promises.ts'

const holidays = { '2026-11-24': 'a Tuesday', '2026-12-25': 'Christmas' }
const due = (count: number, unit: Promised['unit'], submittedAt: string): string => {
  const answers = { ...promises.answers, Contact: { words: '', count, unit } } satisfies Promises['answers']
  return dueMoment({ answers, holidays }, 'Contact', new Date(submittedAt)).toISOString()
}

describe('the due moment', () => {
  it('is a number of hours after the submission, even on weekends', () => {
    expect(due(24, 'hour', '2026-11-21T10:00:00.123Z')).toBe('2026-11-22T10:00:00.123Z')
  })

  it('is the end of a day in India for days and weeks', () => {
    expect(due(1, 'week', '2026-11-20T18:29:59Z')).toBe('2026-11-27T18:29:59.999Z')
    expect(due(1, 'week', '2026-11-20T18:30:00Z')).toBe('2026-11-28T18:29:59.999Z')
    expect(due(2, 'day', '2026-11-20T04:00:00Z')).toBe('2026-11-22T18:29:59.999Z')
  })

  it('skips weekends and holidays for business days', () => {
    expect(due(1, 'business day', '2026-11-20T04:00:00Z')).toBe('2026-11-23T18:29:59.999Z')
    expect(due(2, 'business day', '2026-11-20T04:00:00Z')).toBe('2026-11-25T18:29:59.999Z')
    expect(due(2, 'business day', '2026-11-21T04:00:00Z')).toBe('2026-11-25T18:29:59.999Z')
    expect(due(5, 'business day', '2026-12-22T20:00:00Z')).toBe('2026-12-31T18:29:59.999Z')
  })

  it('does not depend on the time zone of the machine or its summer time', () => {
    const before = process.env.TZ
    process.env.TZ = 'America/New_York'
    expect(due(3, 'business day', '2026-10-30T20:00:00Z')).toBe('2026-11-04T18:29:59.999Z')
    process.env.TZ = before
  })
})

it('counts business days from a day that is not one', () => {
  expect(businessDayAfter('2026-11-22', 1, holidays)).toBe('2026-11-23')
  expect(businessDayAfter('2026-11-23', 1, holidays)).toBe('2026-11-25')
})

it('uses "within" for one number, and "in" for a range', () => {
  const texts = promiseTexts(promises)
  expect([texts.Contact, texts.Accelerator, texts.FundRaise]).toEqual([
    'within 24 hours',
    'within 1 week',
    'in 3-5 business days',
  ])
})

it('warns in a year without holidays', () => {
  expect(holidayWarnings({ holidays }, new Date('2026-12-31T18:00:00Z'))).toEqual([])
  expect(holidayWarnings({ holidays }, new Date('2026-12-31T19:00:00Z'))).toEqual([
    'content/promises.yaml has no holidays for 2027, so they count as business days',
  ])
})
