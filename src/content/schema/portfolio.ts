import { z } from 'zod'
import { drawing, text, url } from './values.ts'

/** The categories, in the order of the filter's buttons (All stands before them). */
export const categories = [
  'AI & Analytics',
  'AI & LegalTech',
  'AI & HealthTech',
  'SaaS',
  'E-commerce',
  'AdTech',
  'EdTech & Blockchain',
  'Automotive Tech',
] as const

/** How far a company is. */
export const stages = ['Development', 'MVP', 'Revenue', 'Growth', 'Scaling'] as const

/** content/portfolio.yaml: the companies that are shown. */
export const portfolioSchema = z
  .array(
    z.strictObject({
      /** The company’s name. */
      name: text,
      /** The logo, a file in content/logos. */
      logo: drawing,
      /** What it does, for whom, in two sentences. */
      description: text,
      /** One of the filter's categories. */
      category: z.enum(categories),
      /** How far it is: Development, MVP, Revenue, Growth or Scaling. */
      stage: z.enum(stages),
      /** Its site. */
      website: url,
      /** Its profile there. */
      linkedin: url,
      /** Its profile there. */
      instagram: url,
    }),
  )
  .min(1)

export type Company = z.output<typeof portfolioSchema>[number]
