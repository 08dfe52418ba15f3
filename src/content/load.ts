import type { z } from 'zod'
import { fail, ok, type Result } from '../shared/result.ts'
import type { Files } from './files.ts'
import { cohortsSchema } from './schema/cohort.ts'
import { faqSchema } from './schema/faq.ts'
import * as pages from './schema/pages.ts'
import { mentorsSchema, teamSchema } from './schema/people.ts'
import { portfolioSchema } from './schema/portfolio.ts'
import { accelerationAsServiceSchema, acceleratorSchema, fundRaiseSchema, startupStudioSchema } from './schema/program.ts'
import { rubricsSchema } from './schema/rubrics.ts'
import { siteSchema } from './schema/site.ts'
import { claimsSchema, statsSchema } from './schema/stats.ts'
import { type Faults, readYaml } from './yaml.ts'

/** Each file of content/ and its schema. A new file is one line here. */
const schemas = {
  'site.yaml': siteSchema,
  'cohorts.yaml': cohortsSchema,
  'stats.yaml': statsSchema,
  'claims.yaml': claimsSchema,
  'portfolio.yaml': portfolioSchema,
  'team.yaml': teamSchema,
  'mentors.yaml': mentorsSchema,
  'faq.yaml': faqSchema,
  'rubrics.yaml': rubricsSchema,
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
  'pages/mentors.yaml': pages.mentorsPageSchema,
  'pages/contact.yaml': pages.contactSchema,
  'pages/blog.yaml': pages.blogSchema,
  'pages/privacy.yaml': pages.privacySchema,
} as const

type Schemas = typeof schemas
type Name = keyof Schemas

/** All content but the posts, by file. */
export type Content = { readonly [N in Name]: z.output<Schemas[N]> }

/**
 * Reads all YAML of content/; `files` maps paths to texts. Fails with every fault of every file, a sentence each: a missing file,
 * a file without a schema, and each key that breaks its schema.
 */
export function loadContent(files: Files): Result<Content, Faults> {
  const content: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [name, schema] of Object.entries(schemas)) {
    const file = `content/${name}`
    const source = files[file]
    if (source === undefined) {
      faults.push(`${file} is missing`)
      continue
    }
    const read = readYaml<z.ZodType>(file, source, schema)
    if (read.ok) content[name] = read.value
    else faults.push(...read.fault)
  }
  for (const file of Object.keys(files))
    if (!file.startsWith('content/mail/') && !(file.replace('content/', '') in schemas))
      faults.push(`${file} is read by nothing: name it in src/content/load.ts`)
  return faults.length === 0 ? ok(content as Content) : fail(faults)
}
