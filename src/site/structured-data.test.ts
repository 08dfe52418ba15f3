import { expect, test } from 'vitest'
import type { Cohort } from '../content/schema/cohort.ts'
import { cohortEvents } from './structured-data.ts'

const program = {
  title: 'Accelerator Program',
  description: 'For teams with a product in use.',
  duration: '6 months',
  eligibility: ['A product', 'A founder'],
  applicationLink: '/accelerator',
} as Parameters<typeof cohortEvents>[0]
const cohorts: readonly Cohort[] = [
  { label: 'Cohort 5', startDate: '2025-11-15', applicationDeadline: '2025-10-15', status: 'Closed' },
  { label: 'Cohort 6', startDate: '2026-01-15', applicationDeadline: '2025-12-15', status: 'Apply Now' },
  { label: 'Cohort 7', startDate: '2026-03-15', applicationDeadline: '2026-02-15', status: 'Coming Soon' },
]

const eventsOn = (today: string) =>
  cohortEvents(program, cohorts, new Date(today)).map((fact) => [Reflect.get(fact, 'name'), Reflect.get(fact, 'startDate')])

test('the programme is always included, a cohort while one can join it', () => {
  expect(eventsOn('2025-12-15T12:00:00+05:30')).toEqual([
    ['Accelerator Program', undefined],
    ['Accelerator Program, Cohort 6', '2026-01-15'],
    ['Accelerator Program, Cohort 7', '2026-03-15'],
  ])
  expect(eventsOn('2025-12-16T00:30:00.001+05:30').map(([name]) => name)).toEqual([
    'Accelerator Program',
    'Accelerator Program, Cohort 7',
  ])
  expect(eventsOn('2026-11-21T12:00:00+05:30')).toEqual([['Accelerator Program', undefined]])
})

test('a duration is in ISO 8601; a range of durations is left out', () => {
  const [fact = {}] = cohortEvents(program, [], new Date())
  expect(Reflect.get(fact, 'timeToComplete')).toBe('P6M')
  const [span = {}] = cohortEvents({ ...program, duration: '3-6 months' }, [], new Date())
  expect(Reflect.get(span, 'timeToComplete')).toBeUndefined()
})
