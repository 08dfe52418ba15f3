import { z } from 'zod'
import { day, slug, text } from './values.ts'

/** The head of a post, between two lines of `---`. Its read time is counted, never written. */
export const postHeadSchema = z.strictObject({
  /** What the post is known by, in quotes if it is a number. Never changed once it is published. */
  id: text,
  /** The headline. */
  title: text.max(90),
  /** One or two sentences, 80 to 220 characters: cards, search results, feeds. */
  excerpt: text.min(80).max(220),
  /** The day of publication. */
  date: day,
  /** What it is about; related posts are those of the same category. */
  category: text.max(40),
  /** The last part of its address: /blog/{slug}. */
  slug,
  /** Whether it is shown large, above the others. */
  featured: z.boolean(),
  /** Which of our teams wrote it. */
  author: text,
  /** What it is filed under: two to six. */
  tags: z.array(text).min(2).max(6),
})

export type PostHead = z.output<typeof postHeadSchema>
