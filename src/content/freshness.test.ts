import { expect, test } from 'vitest'
import { freshnessWarnings } from './freshness.ts'

const cohort = { label: 'Cohort 6', startDate: '2026-01-15', applicationDeadline: '2025-12-15', status: 'Apply Now' } as const
const dated = { cohorts: [cohort], postDays: ['2025-10-20', '2026-08-30'], asOf: '30 Sep 2025' }

test.each([
  ['90 days after the newest post', dated, '2026-11-28T18:29:59Z', []],
  ['91 days after it', dated, '2026-11-28T18:30:00Z', ['30 August 2026']],
  ['a post that has not appeared', { ...dated, postDays: ['2027-01-01'] }, '2026-11-28T12:00:00Z', ['15 January 2026']],
  ['a cohort that comes', { ...dated, cohorts: [{ ...cohort, startDate: '2027-01-15' }] }, '2026-12-30T12:00:00Z', []],
  ['the day of the figures', { ...dated, asOf: '30 Sep 2026' }, '2026-12-28T12:00:00Z', []],
  ['figures without a day', { ...dated, asOf: 'this autumn' }, '2026-12-28T12:00:00Z', ['30 August 2026']],
])('a warning names the newest date when it is over 90 days old: %s', (_, site, at, days) => {
  expect(freshnessWarnings(site, new Date(at))).toEqual(
    days.map(
      (day) =>
        `The newest date on the site is ${day}, more than 90 days ago. Visitors take it for abandoned: write a post, or bring the figures up to date (asOf in content/facts.yaml)`,
    ),
  )
})
