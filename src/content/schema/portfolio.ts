import { z } from 'zod'
import { logo, text, url } from './values.ts'

/** content/portfolio.yaml: the companies that are shown. */
export const portfolioSchema = z
  .array(
    z.strictObject({
      /** The company’s name. */
      name: text,
      /** The logo, a file in content/logos. */
      logo,
      /** What it does, for whom, in two sentences. */
      description: text,
      /** The category. The filter has a button for each category in use, in the order of the companies. */
      category: text.max(40),
      /** The stage, such as MVP or Growth. */
      stage: text.max(40),
      /** Its website. */
      website: url,
      /** Its profile there, if there is one. */
      linkedin: url.optional(),
      /** Its profile there, if there is one. */
      instagram: url.optional(),
    }),
  )
  .min(1)

export type Company = z.output<typeof portfolioSchema>[number]
