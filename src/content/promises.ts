import { after, dayAfter, dayOf, endOfDay, hour, later } from '../shared/dates.ts'
import { type FormType, formTypes } from '../shared/form-types.ts'
import type { Promised, Promises } from './schema/promises.ts'

type Holidays = Promises['holidays']

/** A promise as the end of a sentence: `within 1 week`, `in 2-3 business days`. */
const promiseWords = ({ words }: Promised): string => `${words.includes('-') ? 'in' : 'within'} ${words}`

/** The promise of each form, as the end of a sentence. */
export const promiseTexts = ({ answers }: Promises): Readonly<Record<FormType, string>> =>
  Object.fromEntries(formTypes.map((type) => [type, promiseWords(answers[type])])) as Record<FormType, string>

/** Whether a day, as `2025-11-15`, is from Monday to Friday and not a holiday. */
export const isBusinessDay = (day: string, holidays: Holidays): boolean =>
  ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !Object.hasOwn(holidays, day)

/** The business day that is `count` business days after `day`; both as `2025-11-15`. */
export function businessDayAfter(day: string, count: number, holidays: Holidays): string {
  let current = day
  for (let left = count; left > 0; ) {
    current = dayAfter(current)
    if (isBusinessDay(current, holidays)) left -= 1
  }
  return current
}

/** The end of the business day at a moment, or else of the next business day. */
export const endOfBusinessDay = (at: Date, holidays: Holidays): Date => {
  const today = dayOf(at)
  return endOfDay(isBusinessDay(today, holidays) ? today : businessDayAfter(today, 1, holidays))
}

/** The end of a promised time that begins at `from`. Hours count from that moment; days, weeks and business days end at the end of a day. */
function endOf({ count, unit }: Promised, holidays: Holidays, from: Date): Date {
  if (unit === 'hour') return after(from, count * hour)
  const day = dayOf(from)
  if (unit === 'business day') return endOfDay(businessDayAfter(day, count, holidays))
  return endOfDay(dayAfter(day, unit === 'week' ? 7 * count : count))
}

/** The due moment of a submission: when the promised time of its form ends. */
export const dueMoment = (
  { answers, holidays }: Pick<Promises, 'answers' | 'holidays'>,
  type: FormType,
  submittedAt: Date,
): Date => endOf(answers[type], holidays, submittedAt)

/** The new due moment if an answer that is due at `dueAt` is delayed at the moment `at`. */
export const delayedMoment = ({ delay, holidays }: Pick<Promises, 'delay' | 'holidays'>, dueAt: Date, at: Date): Date =>
  endOf(delay, holidays, later(dueAt, at))

/** A warning if the content has no holidays for this year, because they are then counted as business days. */
export function holidayWarnings({ holidays }: Pick<Promises, 'holidays'>, today: Date): string[] {
  const year = dayOf(today).slice(0, 4)
  const isNamed = Object.keys(holidays).some((day) => day.startsWith(year))
  return isNamed ? [] : [`content/promises.yaml has no holidays for ${year}, so they count as business days`]
}

const placeholder = /\{promises\.([^{}]*)\}/g

/** Replaces each placeholder such as `{promises.Contact}` in a text with the time that the form promises. */
export const fillPromises = (source: string, { answers }: Promises): string =>
  source.replace(placeholder, (text, type: string) => (Object.hasOwn(answers, type) ? answers[type as FormType].words : text))

/** A fault for each placeholder with an unknown form. */
export const promiseFaults = (file: string, source: string): readonly string[] =>
  source
    .split('\n')
    .flatMap((line, at) =>
      [...line.matchAll(placeholder)]
        .filter(([, type = '']) => !formTypes.some((form) => form === type))
        .map(([text]) => `${file}, line ${at + 1}: ${text} is not a form; the forms are ${formTypes.join(', ')}`),
    )
