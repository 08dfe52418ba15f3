import { describe, expect, it } from 'vitest'
import type { Fact } from '../../applications/facts.ts'
import type { Cohort } from '../../content/schema/cohort.ts'
import { allForms } from '../../forms/definitions/all.ts'
import { cohortTally } from './rules.ts'

const cohort = (n: number, applicationDeadline: string, more: Partial<Cohort> = {}): Cohort => ({
  label: `Cohort ${n}`,
  startDate: '2026-06-01',
  applicationDeadline,
  status: 'Apply Now',
  ...more,
})
const cohorts = [cohort(5, '2026-01-01'), cohort(6, '2026-03-10', { places: 2, grace: 10 })]
const { Accelerator } = allForms({ cohorts: [] })
const city = {
  ...Accelerator.fields.expectations,
  label: 'Which city are you based in?',
} as (typeof Accelerator)['fields'][string]
const form = { ...Accelerator, fields: { ...Accelerator.fields, ownCity: city } }

const fact = (choice: unknown, more: Partial<Fact> & { readonly answer?: object } = {}): Fact => ({
  formType: 'Accelerator',
  status: 'pending',
  // Half past six in Chennai on the last day.
  submittedAt: Date.parse('2026-03-10T13:00:00Z'),
  dueAt: 0,
  decidedAt: null,
  pitched: false,
  first: undefined,
  last: undefined,
  total: null,
  ...more,
  answers: { cohortPreference: choice, industry: 'FinTech', ...more.answer },
})

describe('the report of a cohort', () => {
  it('counts those who chose it: on time, invited, chosen, scored, by source and place', () => {
    const tally = cohortTally(cohorts, form)
    const grace = Date.parse('2026-03-10T18:40:00Z')
    for (const each of [
      fact('cohort-6', { total: 2, first: { source: 'alumni' }, answer: { ownCity: 'Chennai' } }),
      fact('cohort-6', {
        ...{ submittedAt: grace, status: 'approved', pitched: true, total: 4.5, answer: { ownCity: ' Chennai ' } },
        ...{ answeredAt: 5, dueAt: 5 },
      }),
      fact('cohort-6', { submittedAt: grace + 1, status: 'pitch', pitched: true, answeredAt: 6, dueAt: 5 }),
      fact('cohort-6', { submittedAt: grace + 1, inTimeFor: 'Cohort 6', answer: { ownCity: '', industry: '' } }),
      fact('cohort-6', { submittedAt: grace + 1, inTimeFor: 'Cohort 5', status: 'rejected' }),
      fact('next'),
      fact(undefined),
      fact(['cohort-6']),
    ])
      tally.add(each)
    const [five, six, ...none] = tally.result()
    expect(none).toEqual([])
    expect(five).toMatchObject({ cohort: 'cohort-5', received: 0, onTime: 0, places: null, medianScore: null, questions: [] })
    expect(six).toEqual({
      cohort: 'cohort-6',
      label: 'Cohort 6',
      startDate: '2026-06-01',
      deadline: '2026-03-10',
      places: 2,
      received: 5,
      onTime: 3,
      byStatus: { pending: 2, approved: 1, rejected: 1, pitch: 1 },
      invited: 2,
      answered: 2,
      answeredInTime: 1,
      scored: 2,
      medianScore: 3.25,
      sources: [
        { kind: 'named', name: 'alumni', first: 1, last: 1 },
        { kind: 'unknown', name: '', first: 4, last: 4 },
      ],
      questions: [
        { question: 'Industry', answers: [{ answer: 'FinTech', count: 4 }] },
        { question: 'Which city are you based in?', answers: [{ answer: 'Chennai', count: 2 }] },
      ],
    })
  })

  it('lists ten answers to a question, and counts all others together', () => {
    const tally = cohortTally(cohorts, form)
    for (let n = 0; n < 12; n += 1) tally.add(fact('cohort-6', { answer: { ownCity: `City ${String(n).padStart(2, '0')}` } }))
    const answers = tally.result()[1]?.questions[1]?.answers ?? []
    expect(answers.map(({ answer, count }) => `${answer} ${count}`)).toEqual([
      ...Array.from({ length: 10 }, (_, n) => `City 0${n} 1`),
      ' 2',
    ])
  })
})
