import type { z } from 'zod'
import { fail, ok, type Result } from '../shared/result.ts'
import type { Files } from './files.ts'
import { languageSchemaOf, languageSchemas } from './languages.ts'
import { coreSchemas, readFiles } from './read-files.ts'
import { faqSchema } from './schema/faq.ts'
import { pageSchemas } from './schema/pages.ts'
import { mentorsSchema, teamSchema } from './schema/people.ts'
import { type PlainPage, plainPageSchema } from './schema/plain-page.ts'
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

/** The name of a page that is its file in content/pages, and nothing else: `pages/become-a-mentor.yaml`. */
const plainName = (file: string): string | undefined =>
  Object.hasOwn(schemas, file) ? undefined : /^pages\/([a-z0-9-]+)\.yaml$/.exec(file)?.[1]

/** Whether a file, by its path, is a page and nothing else. */
export const isPlainPage = (path: string): boolean => plainName(path.replace('content/', '')) !== undefined

/** The schema of a file of content/; undefined for one that it cannot have. */
export const schemaFor = (file: string): z.ZodType | undefined => {
  if (Object.hasOwn(schemas, file)) return schemas[file as keyof typeof schemas]
  return plainName(file) === undefined ? languageSchemaOf(file) : plainPageSchema
}

/** All content except the posts, by file. */
export type Content = { readonly [N in keyof typeof schemas]: z.output<(typeof schemas)[N]> }

type Pages = { readonly [N in PageName]: Content[`pages/${N}.yaml`] }

/** The texts of the pages, by the name of their file. */
export const pagesOf = (content: Content): Pages =>
  Object.fromEntries(pageNames.map((name) => [name, content[`pages/${name}.yaml`]])) as unknown as Pages

/** The pages that are their file and nothing else, by name. */
export const plainPagesOf = (content: Content): Readonly<Record<string, PlainPage>> =>
  Object.fromEntries(
    Object.entries<unknown>(content).flatMap(([file, texts]) => {
      const name = plainName(file)
      return name === undefined ? [] : [[name, texts as PlainPage]]
    }),
  )

/**
 * Reads all YAML of content/; `files` maps paths to texts. Fails with all faults of all files, one sentence each: missing files, files without a
 * schema, and keys that violate their schema.
 */
export function loadContent(files: Files): Result<Content, Faults> {
  const plain: Record<string, z.ZodType> = {}
  const faults: string[] = []
  for (const path of Object.keys(files)) {
    const file = path.replace('content/', '')
    if (isPlainPage(path)) plain[file] = plainPageSchema
    else if (!file.startsWith('mail/') && schemaFor(file) === undefined)
      faults.push(`${path} is not used: add it to src/content/load.ts`)
  }
  const read = readFiles(files, { ...languageSchemas(files), ...schemas, ...plain })
  faults.unshift(...(read.ok ? [] : read.fault))
  return read.ok && faults.length === 0 ? ok(read.value as Content) : fail(faults)
}
