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

/** content/promises.yaml: by when applicants hear from us. */
export const promisesSchema = z.strictObject({
  /** The time by form: hours, days, weeks or business days. */
  answers: z.strictObject(Object.fromEntries(formTypes.map((type) => [type, promised])) as Record<FormType, typeof promised>),
  /** By how much a delay puts off an answer that is due. */
  delay: promised,
  /** When the morning letter goes to the admin on business days, as `08:30` in India, or `off`. */
  morningLetter: z.union([z.literal('off'), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)], 'an hour such as 08:30, or off'),
  /** Days from Monday to Friday on which nobody works, each with its name. */
  holidays: z.record(day, text),
})

export type Promises = z.output<typeof promisesSchema>
