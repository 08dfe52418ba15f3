import { z } from 'zod'
import { callToAction, formIntro, item, listOf, page, photograph } from './values.ts'

/** Any other file of content/pages is a page that src/site/pages/[page].astro shows: what it has of this, in this order. */
export const plainPageSchema = z.strictObject({
  ...page,
  /** The facts that visitors ask for first, one per line. */
  facts: z.array(item).min(3).max(6).optional(),
  /** The highlighted statement of the page: a few large words, and a sentence. */
  /** [Photograph] A photograph under them. */
  photo: photograph.optional(),
  /** The sections of the page. */
  sections: z.array(listOf(item)).optional(),
  /** [Heading over the form] The heading over the form that has this page, if it is not its name. */
  form: formIntro.optional(),
  /** [Call to action at the end] The call to action at the end of the page. */
  join: callToAction.optional(),
})

export type PlainPage = z.output<typeof plainPageSchema>
