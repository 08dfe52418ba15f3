import { expect, test } from 'vitest'
import {
  closingTime,
  cohortLine,
  cohortMoments,
  cohortOptions,
  cohortOptionsAt,
  cohortsAt,
  cohortWarnings,
  deadlineLine,
  graceEnd,
  openCohort,
  statusAt,
} from './cohorts.ts'
import { type Cohort, cohortsSchema } from './schema/cohort.ts'

const cohorts: readonly Cohort[] = [
  { label: 'Cohort 5', startDate: '2025-11-15', applicationDeadline: '2025-10-15', status: 'Closed' },
  { label: 'Cohort 6', startDate: '2026-01-15', applicationDeadline: '2025-12-15', status: 'Apply Now' },
  { label: 'Cohort 7', startDate: '2026-03-15', applicationDeadline: '2026-02-15', status: 'Coming Soon' },
]

test('an applicant can choose the cohorts that are not closed', () => {
  expect(cohortOptions(cohorts)).toEqual([
    { value: 'cohort-6', label: 'Cohort 6 – starts 15 Jan 2026' },
    { value: 'cohort-7', label: 'Cohort 7 – starts 15 Mar 2026' },
    { value: 'next', label: 'The next cohort' },
  ])
  expect(cohortOptions(cohorts.slice(0, 1))).toEqual([{ value: 'next', label: 'The next cohort' }])
})

test('a deadline has passed from the next day on, in Indian time', () => {
  expect(cohortWarnings(cohorts, new Date('2025-12-15T18:29:59Z'))).toEqual([])
  expect(cohortWarnings(cohorts, new Date('2025-12-15T18:30:00Z'))).toEqual([
    'content/cohorts.yaml: Cohort 6 says Apply Now, but its deadline, 15 Dec 2025, has passed',
  ])
})

const ahead = { label: 'Cohort 8', startDate: '2027-01-15', applicationDeadline: '2026-12-15', status: 'Apply Now' } as const

test.each([
  ['before the deadline', cohorts, '2025-12-15T18:29:59.999Z', 'Cohort 6 is open. Apply by 15 Dec 2025.'],
  ['in the grace', cohorts, '2025-12-15T19:00:00Z', 'Cohort 6 still takes what arrives by 00:30, India Standard Time.'],
  ['between two', cohorts, '2025-12-15T19:00:00.001Z', 'Apply any day: you hear within 1 week. Cohort 7 starts 15 Mar 2026.'],
  [
    'after the last',
    cohorts,
    '2026-02-15T19:00:00.001Z',
    'Apply any day: you hear within 1 week. The start of the next cohort comes by email.',
  ],
  [
    'with closed ones only',
    cohorts.slice(0, 1),
    '1970-01-01',
    'Apply any day: you hear within 1 week. The start of the next cohort comes by email.',
  ],
  ['with none', [], '1970-01-01', 'Apply any day: you hear within 1 week. The start of the next cohort comes by email.'],
  ['with a new one', [...cohorts, ahead], '2026-11-28', 'Cohort 8 is open. Apply by 15 Dec 2026.'],
])('one sentence says until when one can join, or that one can on any day: %s', (_, all, at, sentence) => {
  expect(cohortLine(all, new Date(at), '1 week')).toBe(sentence)
})

test('cohorts are ahead until their grace is over, then earlier', () => {
  const groups = (at: string) => {
    const { counting, ahead, earlier } = cohortsAt(cohorts, new Date(at))
    return [counting?.label, ahead.map(({ label }) => label), earlier.map(({ label }) => label)]
  }
  expect(groups('2025-12-15T19:00:00Z')).toEqual(['Cohort 6', ['Cohort 6', 'Cohort 7'], ['Cohort 5']])
  expect(groups('2025-12-15T19:00:00.001Z')).toEqual([undefined, ['Cohort 7'], ['Cohort 5', 'Cohort 6']])
  expect(groups('2026-02-15T19:00:00.001Z')).toEqual([undefined, [], ['Cohort 5', 'Cohort 6', 'Cohort 7']])
})

test('a closed or coming cohort gives no warning', () => {
  expect(cohortWarnings([cohorts[0] as Cohort, cohorts[2] as Cohort], new Date('2030-01-01T00:00:00Z'))).toEqual([])
})

const [, six, seven] = cohorts as readonly [Cohort, Cohort, Cohort]

test.each([
  ['the end of the day in India by default', {}, '2025-12-15T18:30:00.000Z', '2025-12-15T19:00:00.000Z'],
  ['an hour in India', { closesAt: '18:00', grace: 0 }, '2025-12-15T12:30:00.000Z', '2025-12-15T12:30:00.000Z'],
  ['the end of a day in another zone', { zone: 'America/Los_Angeles' }, '2025-12-16T08:00:00.000Z', '2025-12-16T08:30:00.000Z'],
  [
    'an hour in summer time',
    { applicationDeadline: '2026-07-01', closesAt: '18:00', zone: 'Europe/Berlin' },
    '2026-07-01T16:00:00.000Z',
    '2026-07-01T16:30:00.000Z',
  ],
  [
    'the day on which clocks go forward',
    { applicationDeadline: '2026-03-29', zone: 'Europe/Berlin' },
    '2026-03-29T22:00:00.000Z',
    '2026-03-29T22:30:00.000Z',
  ],
])('a deadline is one moment: %s', (_, more, closing, last) => {
  const cohort = { ...six, ...more }
  expect([closingTime(cohort), graceEnd(cohort)].map((at) => at.toISOString())).toEqual([closing, last])
})

test.each([
  ['closesAt', '24:00'],
  ['closesAt', '6pm'],
  ['zone', 'Asia/Madras City'],
  ['grace', -1],
  ['grace', 1.5],
  ['places', 0],
])('a cohort’s %s cannot be %j', (name, value) => {
  expect(cohortsSchema.safeParse([{ ...six, [name]: value }]).success).toBe(false)
})

test('the choices follow the clock: a cohort that is over cannot be chosen', () => {
  const labels = (at: string) =>
    cohortOptionsAt(cohorts, new Date(at)).map(({ label, closed }) => (closed ? `(${label})` : label))
  const before = ['Cohort 6 – starts 15 Jan 2026', 'Cohort 7 – starts 15 Mar 2026', 'The next cohort']
  expect(labels('2025-12-15T18:29:59Z')).toEqual(before)
  expect(labels('2025-12-15T19:00:00Z')).toEqual(before)
  expect(labels('2025-12-15T19:00:00.001Z')).toEqual([
    'The next cohort',
    'Cohort 7 – starts 15 Mar 2026',
    '(Cohort 6 – applications have closed)',
  ])
  expect(labels('2026-02-15T19:00:00.001Z')).toEqual([
    'The next cohort',
    '(Cohort 6 – applications have closed)',
    '(Cohort 7 – applications have closed)',
  ])
})

test('the line about the deadline changes at the deadline, and after the grace', () => {
  const line = (at: string, more: Partial<Cohort> = {}) => deadlineLine([{ ...six, ...more }, seven], new Date(at))
  expect(line('2025-12-15T18:29:59.999Z')).toBe(
    'Cohort 6 starts 15 Jan 2026. Apply by the end of 15 Dec 2025, India Standard Time (15 Dec 2025, 18:30 UTC). What arrives in the 30 minutes after it still counts.',
  )
  expect(line('2025-12-15T18:30:00Z')).toBe('Cohort 6 still takes what arrives by 00:30, India Standard Time.')
  expect(line('2025-12-15T19:00:00Z')).toBe('Cohort 6 still takes what arrives by 00:30, India Standard Time.')
  expect(line('2025-12-15T19:00:00.001Z')).toBeUndefined()
  expect(line('2025-12-01T00:00:00Z', { closesAt: '18:00', zone: 'America/New_York', grace: 0, places: 12 })).toBe(
    'Cohort 6 starts 15 Jan 2026. Apply by 15 Dec 2025, 18:00, Eastern Standard Time (15 Dec 2025, 23:00 UTC). 12 places.',
  )
})

test('a cohort that is Coming Soon opens automatically on its day and hour', () => {
  const own = [{ ...six, status: 'Closed' } as const, { ...seven, opensOn: '2026-01-20', opensAt: '10:00' }]
  const open = (at: string) => openCohort(own, new Date(at))?.label
  expect([open('2026-01-20T04:29:59.999Z'), open('2026-01-20T04:30:00Z')]).toEqual([undefined, 'Cohort 7'])
  expect([open('2026-02-15T18:29:59.999Z'), open('2026-02-15T18:30:00Z')]).toEqual(['Cohort 7', undefined])
  const status = (at: string) => own.map((cohort) => statusAt(cohort, new Date(at)))
  expect(status('2026-01-20T04:29:59.999Z')).toEqual(['Closed', 'Coming Soon'])
  expect(status('2026-01-20T04:30:00Z')).toEqual(['Closed', 'Apply Now'])
  expect(cohortMoments(own).map((at) => at.toISOString())).toEqual([
    '2026-01-20T04:30:00.000Z',
    '2026-02-15T18:30:00.000Z',
    '2026-02-15T19:00:00.001Z',
  ])
  expect(deadlineLine(own, new Date('2026-01-20T04:30:00Z'))).toMatch(
    /^Cohort 7 starts 15 Mar 2026. Apply by the end of 15 Feb 2026,/,
  )
  expect(cohortOptionsAt(own, new Date('2026-01-20T04:30:00Z')).map(({ value }) => value)).toEqual(['cohort-7', 'next'])
})

test('closed cohorts cause no changes', () => {
  expect(cohortMoments(cohorts).map((at) => at.toISOString())).toEqual([
    '2025-12-15T18:30:00.000Z',
    '2025-12-15T19:00:00.001Z',
    '2026-02-15T18:30:00.000Z',
    '2026-02-15T19:00:00.001Z',
  ])
})
