import { z } from 'zod'
import { text } from './values.ts'

/** content/faq.yaml: what founders ask before they apply. */
export const faqSchema = z
  .array(
    z.strictObject({
      /** The question, as a founder would put it. */
      question: text,
      /** The answer, in one to four sentences. */
      answer: text,
    }),
  )
  .min(8)

export type Question = z.output<typeof faqSchema>[number]
