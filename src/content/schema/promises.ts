import { z } from 'zod'
import { type FormType, formTypes } from '../../shared/form-types.ts'
import { day, text } from './values.ts'

/** The time in which an applicant is to hear from us. */
export interface Promised {
  /** As it is written: `24 hours`, `1 week`, `2-3 business days`. */
  readonly words: string
  /** The later one of two numbers. */
  readonly count: number
  readonly unit: 'hour' | 'day' | 'week' | 'business day'
}

const promised = z.string().transform((words, context): Promised => {
  const [, count, unit] = /^(?:[1-9]\d?-)?([1-9]\d?) (hour|day|week|business day)s?$/.exec(words) ?? []
  if (count !== undefined) return { words, count: Number(count), unit: unit as Promised['unit'] }
  context.addIssue({ code: 'custom', message: 'a time such as 24 hours, 1 week or 2-3 business days', input: words })
  return z.NEVER
})

/** How long something stays. */
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

/** `by hand`, or days after the period. */
const erasing = z.string().transform((words, context): 'by hand' | number => {
  if (words === 'by hand') return words
  const days = /^after ([1-9]\d{1,2}) days$/.exec(words)?.[1]
  if (days !== undefined) return Number(days)
  context.addIssue({ code: 'custom', message: 'by hand, or a time from 10 days on such as after 60 days', input: words })
  return z.NEVER
})

const byForm = <Schema extends z.ZodType>(schema: Schema) =>
  z.strictObject(Object.fromEntries(formTypes.map((type) => [type, schema])) as Record<FormType, Schema>)

/** content/promises.yaml: by when applicants hear from us, and how long what they sent stays. */
export const promisesSchema = z.strictObject({
  /** The time by form: hours, days, weeks or business days. */
  answers: byForm(promised),
  /** By how much a delay puts off an answer that is due. */
  delay: promised,
  /** When the morning letter goes to the admin on business days, as `08:30` in India, or `off`. */
  morningLetter: z.union([z.literal('off'), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)], 'an hour such as 08:30, or off'),
  /** Days from Monday to Friday on which nobody works, each with its name. */
  holidays: z.record(day, text),
  /** How long applications stay after the last contact, by form. */
  keep: byForm(period),
  /** Whether the server erases them after that, and how many days later. */
  erase: erasing,
})

export type Promises = z.output<typeof promisesSchema>
