import { z } from 'zod'
import { item, short, stat, text } from './values.ts'

const line = short(
  'title',
  'text',
  z.strictObject({
    /** A word or two. */
    title: text,
    /** The sentence beside it. */
    text,
    /** [In red pencil] What somebody wrote beside the line in red pencil. */
    pencil: text.optional(),
  }),
)

/** A paper that shows the work itself, such as a filled-in form. Short form of a line: `Paid: Within 30 days`. */
export const paper = z.strictObject({
  /** What the paper is, at its head. */
  title: text,
  /** [At its head, right] Whose it is and from when, at its head on the right. */
  corner: text,
  /** [Numbers of the drawing] A number for each week or month, drawn as a line through dots. */
  plot: z.array(z.number()).min(3).max(24).optional(),
  /** [Figure read first] The figure that is read first. `26 to 34` is shown as two figures with a line between them. */
  figure: stat.optional(),
  /** The lines. */
  lines: z.array(line).min(1),
  /** [Last line] The last line, under a red rule. */
  last: item.optional(),
  /** [Signed by] Who signs it. */
  signed: z.array(text).max(2).optional(),
  /** [Note under it] The note under the paper. */
  note: text,
  /** [Invented: shown only while the site is a demonstration] Whether it is invented. Then the page shows it only while the site is a demonstration. */
  invented: z.boolean().default(false),
})

/** Investors who were asked in waves: a row of dots for each wave. */
export const wavesPaper = paper.extend({
  /** The waves. */
  waves: z
    .array(
      z.strictObject({
        /** When, and how many were asked. */
        title: text,
        /** How many investors. */
        count: z.number().int().min(1).max(40),
        /** How many of them met again. */
        further: z.number().int().min(1),
        /** How many of those made an offer. */
        offers: z.number().int().min(0),
      }),
    )
    .min(1)
    .max(5),
})

export type PaperContent = z.output<typeof paper>
