import { z } from 'zod'
import { linkedItem, listOf, page, path, text } from './values.ts'

/** content/pages/terms.yaml: the terms of the programmes on one page, to read and to print. */
export const termsSchema = z.strictObject({
  ...page,
  /** [While the deal is not confirmed] What stands over the terms while the deal is not confirmed. */
  placeholder: text,
  /** The programmes. */
  programs: z
    .array(
      z.strictObject({
        /** The programme. */
        title: text,
        /** [Leads to] Its page. */
        to: path,
        /** The terms, one per line. */
        terms: z.array(linkedItem).min(4),
      }),
    )
    .min(1),
  /** [For all programmes] What holds for all programmes. */
  all: listOf(linkedItem),
})
