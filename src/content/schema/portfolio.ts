import { z } from 'zod'
import { logo, stat, text, url } from './values.ts'

/** content/portfolio.yaml: the companies that are shown. */
export const portfolioSchema = z.array(
  z.strictObject({
    /** The company’s name. */
    name: text,
    /** The logo. Without one there is a tile with the first letter. */
    logo: logo.optional(),
    /** What it does, for whom, in two sentences. */
    description: text,
    /** The category. The filter has a button for each category in use, in the order of the companies. */
    category: text.max(40),
    /** The stage, such as MVP or Growth. */
    stage: text.max(40),
    /** Its website. */
    website: url,
    /** [LinkedIn] Its profile there, if there is one. */
    linkedin: url.optional(),
    /** [Instagram] Its profile there, if there is one. */
    instagram: url.optional(),
    /** The founders, such as `Asha Raman and Joel Otieno`. What follows is the company's sheet, which has only what is here. */
    founders: text.optional(),
    /** The programme, and when it was there. */
    programme: text.optional(),
    /** [Figure that changed] The figure that changed. `$6K to $41K` is shown as two figures with a line between them. */
    result: stat.optional(),
    /** The name of the mentor, as among the people. */
    mentor: text.optional(),
    /** [What nearly killed it] What nearly killed it. */
    nearly: text.optional(),
    /** [A founder’s sentence] A founder's sentence, without quotation marks. */
    quote: text.optional(),
    /** [Who said it] Who said it. */
    quoted: text.optional(),
    /** [Interns it takes] Which interns it takes, such as `takes two interns from January`. */
    interns: text.optional(),
  }),
)

export type Company = z.output<typeof portfolioSchema>[number]
