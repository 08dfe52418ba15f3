import { z } from 'zod'
import { type FormType, formTypes } from '../../shared/form-types.ts'
import { day, text } from './values.ts'

/** The time within which we answer an applicant. */
export interface Promised {
  /** As it is written: `24 hours`, `1 week`, `2-3 business days`. */
  readonly words: string
  /** The number; of a range, the larger one. */
  readonly count: number
  readonly unit: 'hour' | 'day' | 'week' | 'business day'
}

const promised = z.string().transform((words, context): Promised => {
  const [, count, unit] = /^(?:[1-9]\d?-)?([1-9]\d?) (hour|day|week|business day)s?$/.exec(words) ?? []
  if (count !== undefined) return { words, count: Number(count), unit: unit as Promised['unit'] }
  context.addIssue({ code: 'custom', message: 'a time such as 24 hours, 1 week or 2-3 business days', input: words })
  return z.NEVER
})

/** How long something is stored. */
interface Period {
  /** As it is written: `2 years`. */
  readonly words: string
  readonly months: number
}

const period = z.string().transform((words, context): Period => {
  const [, count, unit] = /^([1-9]\d?) (month|year)s?$/.exec(words) ?? []
  if (count !== undefined) return { words, months: Number(count) * (unit === 'year' ? 12 : 1) }
  context.addIssue({ code: 'custom', message: 'a time such as 18 months or 2 years', input: words })
  return z.NEVER
})

/** `by hand`, or a number of days after the period. */
const erasing = z.string().transform((words, context): 'by hand' | number => {
  if (words === 'by hand') return words
  const days = /^after ([1-9]\d{1,2}) days$/.exec(words)?.[1]
  if (days !== undefined) return Number(days)
  context.addIssue({ code: 'custom', message: 'by hand, or a time from 10 days on such as after 60 days', input: words })
  return z.NEVER
})

const byForm = <Schema extends z.ZodType>(schema: Schema) =>
  z.strictObject(Object.fromEntries(formTypes.map((type) => [type, schema])) as Record<FormType, Schema>)

/** content/promises.yaml: when we answer applicants, and how long we store applications. */
export const promisesSchema = z.strictObject({
  /** [Answered within] The time by form: hours, days, weeks or business days. A form without one promises `3-5 business days`. */
  answers: byForm(promised.prefault('3-5 business days')),
  /** [A delay lasts] The length of a delay. */
  delay: promised,
  /** When the admin gets the morning letter on business days, such as `08:30`, or `off`. */
  morningLetter: z.union([z.literal('off'), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'an hour such as 08:30, or off')]),
  /** Holidays from Monday to Friday, each with its name. */
  holidays: z.record(day, text),
  /** [Kept for] The retention period after the last contact, by form; `2 years` without one. */
  keep: byForm(period.prefault('2 years')),
  /** [Erased] Whether the server erases applications after that period, and how many days later. */
  erase: erasing,
  /** [Deleted applications are locked] `off`, or the day since which a deleted application stays under lock for a year, because a law asks for it. /privacy then says so: its version is that day or a later one. Ask a lawyer. */
  lockDeleted: z.union([z.literal('off'), day]).prefault('off'),
})

export type Promises = z.output<typeof promisesSchema>
