import type { Origin, Touch } from '../../applications/origin.ts'
import type { Form } from '../../forms/form.ts'
import { after, day, dayOf, hour, minute, startOfDay } from '../../shared/dates.ts'
import type { FormType } from '../../shared/form-types.ts'
import { accelerator, fundRaise, startupStudio } from './answers/founders.ts'
import { contact, earlyCustomer, workForStartups } from './answers/individuals.ts'
import { accelerationAsService, investor, serviceProvider } from './answers/organisations.ts'
import type { Writer } from './answers/writer.ts'
import type { Chance } from './chance.ts'

/** The writers of the forms that the seed has, and the number of their submissions among 200. */
export const writers: Readonly<Partial<Record<FormType, { readonly write: Writer; readonly of200: number }>>> = {
  Accelerator: { write: accelerator, of200: 42 },
  StartupStudio: { write: startupStudio, of200: 32 },
  FundRaise: { write: fundRaise, of200: 28 },
  AccelerationAsService: { write: accelerationAsService, of200: 10 },
  ServiceProvider: { write: serviceProvider, of200: 16 },
  WorkForStartups: { write: workForStartups, of200: 36 },
  EarlyCustomer: { write: earlyCustomer, of200: 16 },
  Contact: { write: contact, of200: 12 },
  Investor: { write: investor, of200: 8 },
}

interface Planned {
  readonly formType: FormType
  /** Its index among the submissions of the form. */
  readonly n: number
  readonly at: Date
}

/** The forms of 200 submissions, shuffled. The order repeats for the next 200. */
function order(chance: Chance): FormType[] {
  const remaining = Object.entries(writers).flatMap(([type, { of200 }]) => Array.from({ length: of200 }, () => type as FormType))
  const shuffled: FormType[] = []
  while (remaining.length > 0) shuffled.push(remaining.splice(chance.between(0, remaining.length - 1), 1)[0] as FormType)
  return shuffled
}

/** Times of the last 90 days, oldest first: more recent days have more of them, and most are in the evening. */
function moments(chance: Chance, count: number, now: Date): Date[] {
  const today = startOfDay(dayOf(now))
  const moment = (): Date => {
    const daysAgo = Math.floor(90 * chance.next() ** 1.3)
    const clock = chance.pick([8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20, 20, 21, 21, 22, 22, 23, 23, 0])
    const at = after(today, -daysAgo * day + clock * hour + chance.between(0, 59) * minute + chance.between(0, 59_999))
    return at < after(now, -10 * minute) ? at : after(at, -day)
  }
  return Array.from({ length: count }, moment).sort((a, b) => a.getTime() - b.getTime())
}

/** The submissions of the seed: their forms and times. */
export function plan(chance: Chance, count: number, now: Date): Planned[] {
  const types = order(chance)
  const counts = new Map<FormType, number>()
  return moments(chance, count, now).map((at, index) => {
    const formType = types[index % types.length] as FormType
    const n = counts.get(formType) ?? 0
    counts.set(formType, n + 1)
    return { formType, n, at }
  })
}

const campaigns: readonly Touch[] = [
  { referrer: 'search.example' },
  { referrer: 'chennai-founders.example', source: 'chennai-founders', medium: 'newsletter', campaign: 'cohort-6' },
  { referrer: 'campus.example', source: 'campus', medium: 'poster', campaign: 'founders-day' },
  { source: 'alumni', medium: 'mail', campaign: 'refer-a-founder' },
]

/** The origin of an applicant: directly or by a campaign. Some have another last touch. */
export function arrival(chance: Chance, form: Form): Origin {
  const first: Touch = { page: chance.pick(['/', '/apply', form.path]), ...(chance.is(0.7) && chance.pick(campaigns)) }
  return { first, last: chance.is(0.3) ? { page: form.path, ...chance.pick(campaigns) } : first }
}
