import { z } from 'zod'
import { text } from './words.ts'

/** content/faq.yaml: what founders ask before they apply. */
export const faqSchema = z
  .array(
    z.strictObject({
      question: text,
      answer: text,
    }),
  )
  .min(8)

export type Question = z.output<typeof faqSchema>[number]
