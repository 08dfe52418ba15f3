import type { Origin, Touch } from '../../../applications/origin.ts'
import type { Form } from '../../../forms/form.ts'
import type { Chance } from './chance.ts'

const elsewhere: readonly Touch[] = [
  { referrer: 'search.example' },
  { referrer: 'chennai-founders.example', source: 'chennai-founders', medium: 'newsletter', campaign: 'cohort-6' },
  { referrer: 'campus.example', source: 'campus', medium: 'poster', campaign: 'founders-day' },
  { source: 'alumni', medium: 'mail', campaign: 'refer-a-founder' },
]

/** How an applicant of the story came: found by themselves, or led by someone; some came back another way. */
export function arrival(chance: Chance, form: Form): Origin {
  const first: Touch = { page: chance.pick(['/', '/apply', form.path]), ...(chance.is(0.7) && chance.pick(elsewhere)) }
  return { first, last: chance.is(0.3) ? { page: form.path, ...chance.pick(elsewhere) } : first }
}
