import { z } from 'zod'
import { formTypes } from '../../shared/form-types.ts'
import { day, text } from './values.ts'

/** content/languages/…/language.yaml: a language in which forms can be filled in. Its other files have the sentences. */
export const languageSchema = z.strictObject({
  /** [Name] Its name in its own words, as the link to it says. */
  name: text,
  /** [Direction | left to right | right to left] The direction in which it is written. */
  direction: z.enum(['ltr', 'rtl']),
  /** [Read by] Who has read all of it last, and speaks it from childhood; empty while nobody has. */
  readBy: z.string().trim(),
  /** [Read on] The day on which they had read it. */
  readOn: day.optional(),
  /** [Forms] The forms that are offered in it. One is only served while all of its sentences are there. */
  forms: z.array(z.enum(formTypes)),
})

const translation = z.string().max(4000)

/**
 * Sentences by the English ones. One that depends on a number has a text for each plural category; one that says `application` of whatever was sent may have
 * another for a form, such as `Contact`, beside `other`. An empty one leaves out a part of a sentence.
 */
export const wordsSchema = z.record(
  z.string().min(1),
  z.union([
    translation,
    z
      .partialRecord(z.enum(['zero', 'one', 'two', 'few', 'many', 'other', ...formTypes]), translation)
      .refine(({ other }) => other !== undefined, 'a text for `other` too'),
  ]),
)
