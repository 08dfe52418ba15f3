import type { z } from 'zod'
import { fail, ok, type Result } from '../shared/result.ts'
import type { Files } from './files.ts'
import { coreSchemas, readFiles } from './read-files.ts'
import { faqSchema } from './schema/faq.ts'
import * as pages from './schema/pages.ts'
import { mentorsPageSchema, mentorsSchema, teamSchema } from './schema/people.ts'
import { portfolioSchema } from './schema/portfolio.ts'
import { accelerationAsServiceSchema, acceleratorSchema, fundRaiseSchema, startupStudioSchema } from './schema/program.ts'
import { claimsSchema, statsSchema } from './schema/stats.ts'
import type { Faults } from './yaml.ts'

/** The files of content/ and their schemas. Add a line here for a new file. */
const schemas = {
  ...coreSchemas,
  'stats.yaml': statsSchema,
  'claims.yaml': claimsSchema,
  'portfolio.yaml': portfolioSchema,
  'team.yaml': teamSchema,
  'mentors.yaml': mentorsSchema,
  'faq.yaml': faqSchema,
  'programs/accelerator.yaml': acceleratorSchema,
  'programs/startup-studio.yaml': startupStudioSchema,
  'programs/fund-raise.yaml': fundRaiseSchema,
  'programs/acceleration-as-service.yaml': accelerationAsServiceSchema,
  'pages/home.yaml': pages.homeSchema,
  'pages/apply.yaml': pages.applySchema,
  'pages/about.yaml': pages.aboutSchema,
  'pages/the-last-call.yaml': pages.lastCallSchema,
  'pages/work-for-startups.yaml': pages.workSchema,
  'pages/become-early-customer.yaml': pages.earlyCustomerSchema,
  'pages/investors.yaml': pages.investorsSchema,
  'pages/service-provider.yaml': pages.serviceProviderSchema,
  'pages/portfolio.yaml': pages.portfolioPageSchema,
  'pages/team.yaml': pages.teamPageSchema,
  'pages/mentors.yaml': mentorsPageSchema,
  'pages/contact.yaml': pages.contactSchema,
  'pages/blog.yaml': pages.blogSchema,
} as const

/** All content except the posts, by file. */
export type Content = { readonly [N in keyof typeof schemas]: z.output<(typeof schemas)[N]> }

/**
 * Reads all YAML of content/; `files` maps paths to texts. Fails with all faults of all files, one sentence each: missing files, files without a
 * schema, and keys that violate their schema.
 */
export function loadContent(files: Files): Result<Content, Faults> {
  const read = readFiles(files, schemas)
  const faults = read.ok ? [] : [...read.fault]
  for (const file of Object.keys(files))
    if (!file.startsWith('content/mail/') && !(file.replace('content/', '') in schemas))
      faults.push(`${file} is not used: add it to src/content/load.ts`)
  return read.ok && faults.length === 0 ? ok(read.value) : fail(faults)
}
