import { z } from 'zod'
import { day, photograph, slug, text } from './values.ts'

/** The frontmatter of a post, between two lines of `---`. The read time is computed. */
export const postHeadSchema = z.strictObject({
  /** [Id] The id of the post. Do not change it after publication. */
  id: text.meta({ format: 'hidden' }),
  /** The headline. */
  title: text.max(90),
  /** [Summary] One or two sentences, 80 to 220 characters: cards, search results, feeds. */
  excerpt: text.min(80).max(220),
  /** [Day of publication] The day of publication. A post with a later day can be published now: it appears when that day begins. */
  date: day,
  /** The category. Related posts have the same category. */
  category: text.max(40),
  /** [Address] The last part of its URL: /blog/{slug}. */
  slug,
  /** [Photograph under the headline] A photograph under the headline. */
  photo: photograph.optional(),
  /** [Former addresses] Earlier last parts of its URL, which lead to it now. */
  formerSlugs: z.array(slug).min(1).optional(),
  /** [Shown larger, above the others] Whether it is shown larger, above the other posts. */
  featured: z.boolean(),
  /** [Written by] The team that wrote it. */
  author: text,
  /** Two to six tags. */
  tags: z.array(text).min(2).max(6),
})

export type PostHead = z.output<typeof postHeadSchema>
