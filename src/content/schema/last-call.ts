import { z } from 'zod'
import { item, link, listOf, page, text } from './values.ts'

/** Words at the public helplines. Their numbers have a field of their own, because the page has none where they are of another country. */
const words = text.regex(/^(?!.*\d[\d -]*\d[\d -]*\d)/s, 'words without a number to call, which stands in `helplines.numbers`')

/** content/pages/the-last-call.yaml */
export const lastCallSchema = z.strictObject({
  ...page,
  /** When someone answers, such as `24/7`. */
  availability: text,
  /** [What one can read first] What one can read first. */
  first: link,
  /** The kinds of support: three. */
  support: listOf(item, 3),
  /** Our promises to a caller. */
  promises: z.strictObject({
    /** The heading. */
    title: text,
    /** [Entries] One promise per line. */
    items: z.array(words).min(1),
  }),
  /** [Message of the chat link] The prefilled message of the chat link, line by line. */
  template: z.array(z.string()).min(1),
  /** [In an emergency] For a personal emergency: whom to call first. */
  urgent: z.strictObject({
    /** The heading. */
    title: words,
    /** The text over the numbers. */
    text: words,
  }),
  /** The public helplines, at the button and under the text for an emergency. */
  helplines: z.strictObject({
    /** The country whose numbers these are, as in our address. In another one the page shows none of them. */
    country: text,
    /** What stands before the numbers at the button. */
    text: words,
    /** The helplines. */
    numbers: z
      .array(
        z.strictObject({
          /** What it is called. */
          name: words,
          /** The number to call. An empty one, or one of zeros, has no button. */
          number: z
            .string()
            .trim()
            .regex(/^\+?[\d -]*$/, 'a number to call such as 112, in quotes'),
          /** Who answers, and when. */
          text: words,
        }),
      )
      .min(1),
  }),
})
