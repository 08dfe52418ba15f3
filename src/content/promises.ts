import { after, dayAfter, hour, indianDay, indianMidnight, later } from '../shared/dates.ts'
import { type FormType, formTypes } from '../shared/form-types.ts'
import type { Promised, Promises } from './schema/promises.ts'

type Holidays = Promises['holidays']

/** A promise as it ends a sentence: `within 1 week`, `in 2-3 business days`. */
const promiseWords = ({ words }: Promised): string => `${words.includes('-') ? 'in' : 'within'} ${words}`

/** By when the applicants of each form hear from us, as it ends a sentence. */
export const promiseTexts = ({ answers }: Promises): Readonly<Record<FormType, string>> =>
  Object.fromEntries(formTypes.map((type) => [type, promiseWords(answers[type])])) as Record<FormType, string>

/** Whether a day, as `2025-11-15`, is one from Monday to Friday and no holiday. */
export const isBusinessDay = (day: string, holidays: Holidays): boolean =>
  ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !Object.hasOwn(holidays, day)

/** The business day that is `count` after another day; both as `2025-11-15`. */
export function businessDayAfter(day: string, count: number, holidays: Holidays): string {
  let current = day
  for (let left = count; left > 0; ) {
    current = dayAfter(current)
    if (isBusinessDay(current, holidays)) left -= 1
  }
  return current
}

/** The last moment of a day, as `2025-11-15`, in India. */
export const endOfDay = (day: string): Date => after(indianMidnight(dayAfter(day)), -1)

/** The end of the business day that a moment is in, or else of the next one. */
export const endOfBusinessDay = (at: Date, holidays: Holidays): Date => {
  const today = indianDay(at)
  return endOfDay(isBusinessDay(today, holidays) ? today : businessDayAfter(today, 1, holidays))
}

/** The last moment of a time that begins at `from`: hours are counted from then; days, weeks and business days end with a day in India. */
function endOf({ count, unit }: Promised, holidays: Holidays, from: Date): Date {
  if (unit === 'hour') return after(from, count * hour)
  const day = indianDay(from)
  if (unit === 'business day') return endOfDay(businessDayAfter(day, count, holidays))
  return endOfDay(dayAfter(day, unit === 'week' ? 7 * count : count))
}

/** The last moment at which the promise of a form is kept. */
export const dueMoment = (
  { answers, holidays }: Pick<Promises, 'answers' | 'holidays'>,
  type: FormType,
  submittedAt: Date,
): Date => endOf(answers[type], holidays, submittedAt)

/** Until when a delay at `at` puts off an answer that is due at `dueAt`. */
export const delayedMoment = ({ delay, holidays }: Pick<Promises, 'delay' | 'holidays'>, dueAt: Date, at: Date): Date =>
  endOf(delay, holidays, later(dueAt, at))

/** A warning when the content names no holiday of this year: business days are then counted over them. */
export function holidayWarnings({ holidays }: Pick<Promises, 'holidays'>, today: Date): string[] {
  const year = indianDay(today).slice(0, 4)
  const isNamed = Object.keys(holidays).some((day) => day.startsWith(year))
  return isNamed ? [] : [`content/promises.yaml names no holidays of ${year}, so promises are counted over them`]
}

const placeholder = /\{promises\.([^{}]*)\}/g

/** A text of content with each `{promises.Contact}` replaced by the time that the form promises. */
export const fillPromises = (source: string, { answers }: Promises): string =>
  source.replace(placeholder, (text, type: string) => (Object.hasOwn(answers, type) ? answers[type as FormType].words : text))

/** A fault for each placeholder that names no form. */
export const promiseFaults = (file: string, source: string): readonly string[] =>
  source
    .split('\n')
    .flatMap((line, at) =>
      [...line.matchAll(placeholder)]
        .filter(([, type = '']) => !formTypes.some((form) => form === type))
        .map(([text]) => `${file}, line ${at + 1}: ${text} names no form; the forms are ${formTypes.join(', ')}`),
    )
