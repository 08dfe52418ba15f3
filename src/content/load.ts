import type { z } from 'zod'
import { fail, ok, type Result } from '../shared/result.ts'
import type { Files } from './files.ts'
import { coreSchemas, readFiles } from './read-files.ts'
import { faqSchema } from './schema/faq.ts'
import { pageSchemas } from './schema/pages.ts'
import { mentorsSchema, teamSchema } from './schema/people.ts'
import { portfolioSchema } from './schema/portfolio.ts'
import { accelerationAsServiceSchema, acceleratorSchema, fundRaiseSchema, startupStudioSchema } from './schema/program.ts'
import { claimsSchema, statsSchema } from './schema/stats.ts'
import type { Faults } from './yaml.ts'

type PageName = keyof typeof pageSchemas

const pageNames = Object.keys(pageSchemas) as readonly PageName[]

/** The files of content/ and their schemas. Add a line here for a new file, except one of pages/. */
export const schemas = {
  ...coreSchemas,
  ...(Object.fromEntries(pageNames.map((name) => [`pages/${name}.yaml`, pageSchemas[name]])) as {
    readonly [N in PageName as `pages/${N}.yaml`]: (typeof pageSchemas)[N]
  }),
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
} as const

/** All content except the posts, by file. */
export type Content = { readonly [N in keyof typeof schemas]: z.output<(typeof schemas)[N]> }

type Pages = { readonly [N in PageName]: Content[`pages/${N}.yaml`] }

/** The texts of the pages, by the name of their file. */
export const pagesOf = (content: Content): Pages =>
  Object.fromEntries(pageNames.map((name) => [name, content[`pages/${name}.yaml`]])) as unknown as Pages

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
