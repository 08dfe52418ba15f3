import { expect, test } from 'vitest'
import { cohortOptions, warnings } from './cohorts.ts'
import type { Cohort } from './schema/cohort.ts'

const cohorts: readonly Cohort[] = [
  { label: 'Cohort 5', startDate: '2025-11-15', applicationDeadline: '2025-10-15', status: 'Closed' },
  { label: 'Cohort 6', startDate: '2026-01-15', applicationDeadline: '2025-12-15', status: 'Apply Now' },
  { label: 'Cohort 7', startDate: '2026-03-15', applicationDeadline: '2026-02-15', status: 'Coming Soon' },
]

test('an applicant can choose the cohorts that are not closed', () => {
  expect(cohortOptions(cohorts)).toEqual([
    { value: 'cohort-6', label: 'Cohort 6 – starts 15 Jan 2026' },
    { value: 'cohort-7', label: 'Cohort 7 – starts 15 Mar 2026' },
  ])
  expect(cohortOptions(cohorts.slice(0, 1))).toEqual([])
})

test('a deadline has passed from the next day on, by the clock in Chennai', () => {
  expect(warnings(cohorts, new Date('2025-12-15T18:29:59Z'))).toEqual([])
  expect(warnings(cohorts, new Date('2025-12-15T18:30:00Z'))).toEqual([
    'content/cohorts.yaml: Cohort 6 says Apply Now, but its deadline, 15 Dec 2025, has passed',
  ])
})

test('a closed or coming cohort gives no warning', () => {
  expect(warnings([cohorts[0] as Cohort, cohorts[2] as Cohort], new Date('2030-01-01T00:00:00Z'))).toEqual([])
})
