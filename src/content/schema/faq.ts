import { z } from 'zod'
import { text } from './values.ts'

/** content/faq.yaml: questions of founders before they apply. */
export const faqSchema = z
  .array(
    z.strictObject({
      /** The question, as a founder would ask it. */
      question: text,
      /** The answer, in one to four sentences. */
      answer: text,
    }),
  )
  .min(8)

export type Question = z.output<typeof faqSchema>[number]
