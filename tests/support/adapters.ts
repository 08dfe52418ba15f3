import { readdirSync, readFileSync } from 'node:fs'
import { pino } from 'pino'
import type { z } from 'zod'
import { fillSite } from '../../src/content/facts.ts'
import { cohortsSchema } from '../../src/content/schema/cohort.ts'
import { promisesSchema } from '../../src/content/schema/promises.ts'
import { siteSchema } from '../../src/content/schema/site.ts'
import { readYaml } from '../../src/content/yaml.ts'
import type { Forms } from '../../src/forms/form.ts'
import { wait } from '../../src/programs/start/wait.ts'
import type { FormVersions } from '../../src/server/forms/versions.ts'
import { readWording } from '../../src/server/mail/messages/read-wording.ts'
import { type Wording, wordingOf } from '../../src/server/mail/messages/wording.ts'
import type { Mailer, Message } from '../../src/server/mail/port.ts'
import type { ServerContent } from '../../src/server/pages/content.ts'
import { formTypes } from '../../src/shared/form-types.ts'

/** A mailer that passes each message to `send`. */
export const mailerOf = (send: (message: Message) => unknown): Mailer => ({
  describe: 'a test',
  send: async (message) => {
    send(message)
    return { id: message.id }
  },
  close: async () => {},
})

/** Limits that no test reaches. */
export const wideLimits = {
  LIMIT_SUBMISSIONS: '100000/1m',
  LIMIT_PASSCODES: '100000/1m',
} as const

/** The adapters that tests and benchmarks pass to `assemble` besides a storage and a mailer: no pages, no spreadsheet, no log. */
export const testAdapters = {
  sheet: undefined,
  site: new Map(),
  published: {
    ...{ reload: async () => {}, renderAhead: () => {}, refused: () => [] },
    ...{ page: () => undefined, preview: async () => undefined },
  },
  loadRenderer: async () => ({
    drawRefused: () => '',
    drawRefusal: () => '',
    drawPrivatePage: () => '',
    drawKeepLink: () => '',
  }),
  log: pino({ level: 'silent' }),
  wait,
  serverKey: 'the key of the tests, which is no secret at all',
  disk: async () => ({ freeBytes: 50e9, sizeBytes: 100e9 }),
  version: '0.0.0',
  placeholders: () => [],
  stopped: new AbortController().signal,
}

/** The current forms, for tests that need no earlier versions. */
export const todaysForms = (forms: Forms): FormVersions => ({
  today: forms,
  announce: async () => {},
  current: () => '',
  judged: (type) => ({ version: '', form: forms[type], isEarlier: false }),
  version: () => '',
  isCurrent: () => true,
  of: async ({ formType }) => forms[formType],
  all: (type) => [{ version: '', form: forms[type] }],
})

/** Rubrics without criteria, for tests without scores. */
export const noRubrics = Object.fromEntries(formTypes.map((type) => [type, []])) as unknown as ServerContent['rubrics']

/** Reads a file of the content folder from disk, so that it works without a bundler. */
function readContent<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> {
  const source = readFileSync(new URL(`../../content/${name}`, import.meta.url), 'utf8')
  const read = readYaml(name, name === 'site.yaml' ? fillSite(source) : source, schema)
  if (!read.ok) throw new Error(read.fault.join('\n'))
  return read.value
}

const site = readContent('site.yaml', siteSchema)
export const promises = readContent('promises.yaml', promisesSchema)
export const cohorts = readContent('cohorts.yaml', cohortsSchema)

/** Reads the wording of the letters from disk, so that it works without a bundler. */
export function builtWording(): Wording {
  const folder = new URL('../../content/mail/', import.meta.url)
  const files = readdirSync(folder).map((name) => [`content/mail/${name}`, readFileSync(new URL(name, folder), 'utf8')])
  const read = readWording(Object.fromEntries(files))
  if (!read.ok) throw new Error(read.fault.join('\n'))
  return wordingOf(read.value)
}

/** The content of the server with the current wording and promises, without cohorts and rubrics. */
export const testContent = (forms: Forms): ServerContent => ({
  site,
  forms,
  notice: '2026-01-01',
  rubrics: noRubrics,
  wording: builtWording(),
  cohorts: [],
  postDays: [],
  replies: [],
  languages: [],
  promises,
})
