import { describe, expect, it } from 'vitest'
import type { Fact } from '../../applications/facts.ts'
import { day, hour, startOfDay } from '../../shared/dates.ts'
import { spans, stepFor } from './rules.ts'
import { quartiles, tally } from './tally.ts'

const now = new Date('2026-01-15T12:00:00Z')

const fact = (
  values: Partial<Omit<Fact, 'submittedAt' | 'dueAt'>> & { readonly at: string; readonly duration?: number },
): Fact => {
  const submittedAt = Date.parse(values.at)
  return {
    formType: 'Accelerator',
    status: 'pending',
    decidedAt: values.duration === undefined ? null : submittedAt + values.duration,
    pitched: values.status === 'pitch',
    first: undefined,
    last: undefined,
    ...values,
    submittedAt,
    dueAt: submittedAt + 7 * day,
  }
}

const drawn = (facts: readonly Fact[], from: string | undefined, to: string) => {
  const counted = tally(now)
  for (const item of facts) counted.add(item)
  return counted.result(from, to)
}

describe('the steps of a range', () => {
  it('are days, weeks from Monday or months, cut at the ends of the range', () => {
    expect(spans({ from: '2026-02-27', to: '2026-03-01' }, 'day').map(({ from }) => from)).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ])
    expect(spans({ from: '2026-01-01', to: '2026-01-13' }, 'week')).toEqual([
      { from: '2026-01-01', to: '2026-01-04' },
      { from: '2026-01-05', to: '2026-01-11' },
      { from: '2026-01-12', to: '2026-01-13' },
    ])
    expect(spans({ from: '2023-12-31', to: '2024-02-29' }, 'month')).toEqual([
      { from: '2023-12-31', to: '2023-12-31' },
      { from: '2024-01-01', to: '2024-01-31' },
      { from: '2024-02-01', to: '2024-02-29' },
    ])
  })

  it.each([
    ['2026-01-15', 'day'],
    ['2025-12-02', 'day'],
    ['2025-12-01', 'week'],
    ['2025-07-10', 'week'],
    ['2025-07-09', 'month'],
  ])('from %s to the 15th of January are each a %s', (from, step) => expect(stepFor({ from, to: '2026-01-15' })).toBe(step))
})

describe('quartiles', () => {
  it('are null without times, equal for one time, and interpolated', () => {
    expect(quartiles([])).toBeNull()
    expect(quartiles([5000])).toEqual({ count: 1, lower: 5, median: 5, upper: 5 })
    expect(quartiles([40_000, 10_000, 30_000, 20_000])).toEqual({ count: 4, lower: 18, median: 25, upper: 33 })
  })
})

describe('insights', () => {
  it('put an application on its day in India', () => {
    const { overTime } = drawn(
      [
        fact({ at: '2026-01-13T18:29:59Z' }),
        fact({ at: '2026-01-13T18:30:00Z' }),
        fact({ at: '2026-01-14T18:29:59Z', formType: 'Contact' }),
      ],
      '2026-01-13',
      '2026-01-15',
    )
    expect(overTime.map(({ from, counts }) => [from, counts.Accelerator, counts.Contact])).toEqual([
      ['2026-01-13', 1, 0],
      ['2026-01-14', 1, 1],
      ['2026-01-15', 0, 0],
    ])
    expect(startOfDay('2026-01-14')).toEqual(new Date('2026-01-13T18:30:00Z'))
  })

  it('distinguish direct decisions from decisions after a pitch', () => {
    const at = '2026-01-10T06:00:00Z'
    const { outcomes } = drawn(
      [
        fact({ at }),
        fact({ at, status: 'pitch', duration: 1 }),
        fact({ at, status: 'approved', duration: 1 }),
        fact({ at, status: 'approved', duration: 1, pitched: true }),
        fact({ at, status: 'approved', duration: 1, pitched: true }),
        fact({ at, status: 'rejected', duration: 1 }),
      ],
      '2026-01-10',
      '2026-01-10',
    )
    expect(outcomes).toEqual({
      submitted: 6,
      pending: 1,
      pitch: 1,
      approved: { direct: 1, pitched: 2 },
      rejected: { direct: 1, pitched: 0 },
    })
  })

  it('measure decisions in seconds, by form, and omit pending applications', () => {
    const at = '2026-01-10T06:00:00Z'
    const { decisions } = drawn(
      [
        fact({ at, duration: 5 * hour }),
        fact({ at, status: 'approved', duration: 2 * hour }),
        fact({ at, status: 'rejected', duration: 4 * hour }),
        fact({ at, status: 'pitch', duration: 6 * hour, formType: 'FundRaise' }),
      ],
      '2026-01-10',
      '2026-01-10',
    )
    expect(decisions).toEqual({
      all: { count: 3, lower: 3 * 3600, median: 4 * 3600, upper: 5 * 3600 },
      byForm: {
        Accelerator: { count: 2, lower: 2.5 * 3600, median: 3 * 3600, upper: 3.5 * 3600 },
        FundRaise: { count: 1, lower: 6 * 3600, median: 6 * 3600, upper: 6 * 3600 },
      },
    })
  })

  it('group pending ones by day of arrival, count late ones, and report the oldest', () => {
    const counted = tally(now)
    const wait = (age: number, promise: number) => {
      const submittedAt = now.getTime() - age
      counted.wait({ submittedAt, dueAt: submittedAt + promise })
    }
    for (const age of [-hour, 0, day - 1, 7 * day - 1, 7 * day, 30 * day, 400 * day]) wait(age, 7 * day)
    // Promised within a day, and late afterwards.
    for (const age of [day, day + 1]) wait(age, day)
    const { waiting, oldest, outcomes } = counted.result('2026-01-01', '2026-01-15')
    expect(waiting).toEqual([
      { from: 0, to: 1, count: 2, late: 0 },
      { from: 1, to: 3, count: 3, late: 1 },
      { from: 3, to: 7, count: 0, late: 0 },
      { from: 7, to: 14, count: 2, late: 0 },
      { from: 14, to: 30, count: 0, late: 0 },
      { from: 30, to: null, count: 2, late: 2 },
    ])
    expect(oldest).toBe(new Date(now.getTime() - 400 * day).toISOString())
    expect(outcomes.submitted).toBe(0)
  })

  it('count sources by first and last arrival, list the largest and sum the rest', () => {
    const at = '2026-01-10T06:00:00Z'
    const many = Array.from({ length: 12 }, (_, n) => fact({ at, first: { referrer: `site${n}.example` } }))
    const { sources } = drawn(
      [
        fact({ at }),
        fact({ at, first: { source: 'Letter', referrer: 'mail.example' }, last: { page: '/' } }),
        fact({ at, first: { source: 'letter' } }),
        fact({ at, last: { source: 'letter' } }),
        ...many,
      ],
      '2026-01-10',
      '2026-01-10',
    )
    expect(sources.slice(0, 2)).toEqual([
      { kind: 'named', name: 'letter', first: 3, last: 2 },
      { kind: 'named', name: 'site0.example', first: 1, last: 1 },
    ])
    expect(sources.slice(-3)).toEqual([
      { kind: 'direct', name: '', first: 0, last: 1 },
      { kind: 'other', name: '', first: 3, last: 3 },
      { kind: 'unknown', name: '', first: 1, last: 1 },
    ])
    expect(sources.reduce((sum, { first }) => sum + first, 0)).toBe(16)
  })

  it('begin with the first application if there is no start date', () => {
    expect(drawn([fact({ at: '2025-12-20T06:00:00Z' })], undefined, '2026-01-15')).toMatchObject({
      from: '2025-12-20',
      step: 'day',
    })
    expect(drawn([], undefined, '2026-01-15')).toMatchObject({
      from: '2026-01-15',
      to: '2026-01-15',
      decisions: { all: null, byForm: {} },
      oldest: null,
      sources: [],
    })
  })
})
