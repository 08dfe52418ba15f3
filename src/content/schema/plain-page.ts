import { z } from 'zod'
import { callToAction, formIntro, linkedItem, linkedText, listOf, page, photograph } from './values.ts'

/** Any other file of content/pages is a page that src/site/pages/[page].astro shows: what it has of this, in this order. */
export const plainPageSchema = z.strictObject({
  ...page,
  /** [Top of the page] The top of the page. */
  hero: page.hero.extend({
    /** The sentences under the heading. */
    text: linkedText,
  }),
  /** The facts that visitors ask for first, one per line. */
  facts: z.array(linkedItem).min(3).max(6).optional(),
  /** [Photograph] A photograph under them. */
  photo: photograph.optional(),
  /** The sections of the page. */
  sections: z
    .array(
      listOf(linkedItem).extend({
        /** [Introduction] A sentence or two under the heading. */
        intro: linkedText.optional(),
      }),
    )
    .optional(),
  /** [Heading over the form] The heading over the form that has this page, if it is not its name. */
  form: formIntro.optional(),
  /** [Call to action at the end] The call to action at the end of the page. */
  join: callToAction
    .extend({
      /** The text under the heading. */
      text: linkedText,
    })
    .optional(),
})

export type PlainPage = z.output<typeof plainPageSchema>
