import type { z } from 'zod'
import type { Words } from '../shared/language.ts'
import { fail, ok, type Result } from '../shared/result.ts'
import { fillNamed, fillReadable, fillSite, namedFaults, readNamed } from './facts.ts'
import type { Files } from './files.ts'
import { languageFile, valueFaults } from './languages.ts'
import { fillPromises, promiseFaults } from './promises.ts'
import { cohortsSchema } from './schema/cohort.ts'
import { factsSchema } from './schema/facts.ts'
import { formEditsSchemas } from './schema/form-edits.ts'
import { privacySchema } from './schema/pages.ts'
import { promisesSchema } from './schema/promises.ts'
import { repliesSchema } from './schema/replies.ts'
import { rubricsSchema } from './schema/rubrics.ts'
import { siteSchema } from './schema/site.ts'
import { type Faults, readYaml } from './yaml.ts'

/** The files that the server reads when it starts, and their schemas. */
export const coreSchemas = {
  'site.yaml': siteSchema,
  'facts.yaml': factsSchema,
  'cohorts.yaml': cohortsSchema,
  'rubrics.yaml': rubricsSchema,
  'promises.yaml': promisesSchema,
  'replies.yaml': repliesSchema,
  'pages/privacy.yaml': privacySchema,
  ...formEditsSchemas,
} as const

type Schemas = Readonly<Record<string, z.ZodType>>

/**
 * Reads the files of content/ that have a schema in `schemas`; `files` maps paths to texts. Fails with all faults of all files, one sentence each:
 * missing files, keys that violate their schema, promises of unknown forms, and placeholders without a value or repeated facts.
 */
export function readFiles<S extends Schemas>(
  files: Files,
  schemas: S,
): Result<{ readonly [N in keyof S]: z.output<S[N]> }, Faults> {
  const content: Record<string, unknown> = {}
  const faults: string[] = []
  const promises = readYaml('content/promises.yaml', files['content/promises.yaml'] ?? '', promisesSchema)
  const named = readNamed(files)
  for (const [name, schema] of Object.entries(schemas)) {
    const file = `content/${name}`
    const source = files[file]
    if (source === undefined) {
      faults.push(`${file} is missing`)
      continue
    }
    faults.push(
      ...promiseFaults(file, source),
      ...(named && languageFile(name) === undefined ? namedFaults(file, source, named) : []),
    )
    const filled = named ? fillNamed(source, named) : name === 'site.yaml' ? fillSite(source) : fillReadable(source, files)
    const read = readYaml<z.ZodType>(file, promises.ok ? fillPromises(filled, promises.value) : filled, schema)
    if (read.ok) {
      content[name] = read.value
      const language = languageFile(name)?.name
      if (language !== undefined && language !== 'language') faults.push(...valueFaults(file, read.value as Words))
    } else faults.push(...read.fault)
  }
  return faults.length === 0 ? ok(content as { readonly [N in keyof S]: z.output<S[N]> }) : fail(faults)
}
