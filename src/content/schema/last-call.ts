import { z } from 'zod'
import { item, listOf, page, text } from './values.ts'

/** content/pages/the-last-call.yaml */
export const lastCallSchema = z.strictObject({
  ...page,
  /** When someone answers, such as `24/7`. */
  availability: text,
  /** The kinds of support: three. */
  support: listOf(item, 3),
  /** Our promises to a caller. */
  promises: z.strictObject({
    /** The heading. */
    title: text,
    /** One promise per line. */
    items: z.array(text).min(1),
  }),
  /** The prefilled message of the chat link, line by line. */
  template: z.array(z.string()).min(1),
  /** For a personal emergency: whom to call first. */
  urgent: item,
  /** What stands beside the numbers of the public helplines, at the button. */
  helplines: text,
  /** The closing statement of the page: a few large words, and a sentence. */
  loud: item,
})
