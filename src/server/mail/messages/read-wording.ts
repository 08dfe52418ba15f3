import { z } from 'zod'
import { letters } from '../../../applications/outbox.ts'
import type { Files } from '../../../content/files.ts'
import { text } from '../../../content/schema/values.ts'
import { type Faults, readYaml } from '../../../content/yaml.ts'
import { type FormType, formTypes, readFormType } from '../../../shared/form-types.ts'
import { fail, ok, type Result } from '../../../shared/result.ts'
import { placeholder } from './fill.ts'

/** The names of all templates. */
export const templateNames = [...letters, 'passcode', 'new_browser', 'links', 'morning', 'opening_link', 'opening'] as const

export type TemplateName = (typeof templateNames)[number]

const common = ['siteName', 'siteUrl'] as const
const ofApplication = [...common, 'applicantName', 'formTitle', 'reference', 'submittedOn', 'promise'] as const
const ofRequest = [...ofApplication, 'answer', 'until', 'privateLink'] as const

/** The placeholders that each template may use, and those that it must use, such as the code of a passcode. */
const placeholders: Readonly<Record<TemplateName, { readonly may: readonly string[]; readonly must: readonly string[] }>> = {
  passcode: { may: [...common, 'code', 'minutes'], must: ['code', 'minutes'] },
  new_browser: { may: [...common, 'browser', 'method', 'address', 'time'], must: ['browser', 'method', 'time'] },
  links: { may: [...common, 'applicantName', 'stopLink'], must: ['links'] },
  opening_link: { may: [...common, 'openingLink', 'days'], must: ['openingLink', 'days'] },
  opening: { may: [...common, 'cohort', 'deadline', 'formUrl', 'openingLink'], must: ['cohort', 'formUrl', 'openingLink'] },
  morning: { may: [...common, 'day', 'summary'], must: ['digest'] },
  confirmation: { may: ofApplication, must: ['applicantName', 'formTitle', 'reference'] },
  approval: { may: [...ofApplication, 'bookingUrl'], must: ['applicantName', 'bookingUrl', 'added'] },
  after_meeting_approval: { may: [...ofApplication, 'bookingUrl'], must: ['applicantName', 'bookingUrl', 'added'] },
  pitch_invitation: { may: [...ofApplication, 'bookingUrl'], must: ['applicantName', 'bookingUrl', 'added'] },
  correction: { may: ofApplication, must: ['applicantName', 'added'] },
  delay: { may: [...ofApplication, 'answerBy'], must: ['applicantName', 'answerBy', 'added'] },
  changed: { may: ofApplication, must: ['applicantName'] },
  request: { may: ofRequest, must: ['applicantName', 'added', 'answer', 'until', 'privateLink'] },
  request_reminder: { may: ofRequest, must: ['applicantName', 'added', 'answer', 'until', 'privateLink'] },
  withdrawn: { may: [...ofApplication, 'returnDays'], must: ['applicantName'] },
  rejection: { may: ofApplication, must: ['applicantName', 'added'] },
  after_meeting_rejection: { may: ofApplication, must: ['applicantName', 'added'] },
}

/** Templates that are not about an application, so they have no variant for a form. */
const withoutForm: readonly TemplateName[] = ['passcode', 'new_browser', 'morning', 'opening_link', 'opening']

/** Placeholders with text that an applicant wrote. A subject or a preview must not use them. */
const applicantsWords: readonly string[] = ['applicantName']

const blockSchema = z.union(
  [
    text,
    z.strictObject({ heading: text }),
    z.strictObject({ note: text }),
    z.strictObject({ button: text, to: text }),
    z.strictObject({ code: text }),
    z.strictObject({ facts: z.record(text, text) }),
    /** The reason and the sentence that the reviewer added, if any. */
    z.strictObject({ added: z.literal('all') }),
    z.strictObject({ link: text, to: text }),
    /** The applications of an address, each with its private link. */
    z.strictObject({ links: z.literal('all') }),
    /** The sections of the morning letter. */
    z.strictObject({ digest: z.literal('all') }),
  ],
  { error: 'a text, or a block: heading, note, button with to, code, facts, or added: all' },
)

const templateSchema = z.strictObject({
  subject: text,
  preview: text,
  body: z.array(blockSchema).min(1),
  foot: z.array(text).min(1),
})

/** A template from `content/mail`, with placeholders. */
export type Template = z.output<typeof templateSchema>
/** A block of a template's body. */
export type TemplateBlock = z.output<typeof blockSchema>

const reasonsFile = 'content/mail/reasons.yaml'

const reasonsSchema = z.record(
  z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'small letters, digits and underscores'),
  z.strictObject({ name: text, text, forms: z.array(z.enum(formTypes)).min(1) }),
)

/** The file `ending.yaml`. */
const endingSchema = z.strictObject({
  body: z.tuple([
    z.strictObject({ link: text, to: z.literal('{privateLink}') }),
    z.strictObject({ link: text, to: z.literal('{stopLink}') }),
  ]),
})

const endingFile = 'content/mail/ending.yaml'

/** Blocks that insert content; `placeholders` lists them among the placeholders. */
const blocks: readonly string[] = ['added', 'links', 'digest']

type Path = readonly PropertyKey[]

/** Every placeholder in a value, with the path of its text. */
function* placeholdersIn(value: unknown, path: Path): Generator<readonly [path: Path, name: string]> {
  if (typeof value === 'string') for (const [, name = ''] of value.matchAll(placeholder)) yield [path, name]
  else if (typeof value === 'object' && value !== null) {
    for (const block of blocks) if (block in value) yield [path, block]
    for (const [key, inner] of Object.entries(value))
      yield* placeholdersIn(inner, [...path, Array.isArray(value) ? Number(key) : key])
  }
}

/** The schema of one template's file. */
const schemaOf = (name: TemplateName) =>
  templateSchema.superRefine((template, context) => {
    const { may, must } = placeholders[name]
    const fault = (path: Path, message: string): void =>
      context.addIssue({ code: 'custom', path: [...path], params: { message } })
    const placeholdersUsed = new Set<string>()
    for (const [path, used] of placeholdersIn(template, [])) {
      placeholdersUsed.add(used)
      if (![...may, ...must].includes(used))
        fault(
          path,
          `uses {${used}}, which this message does not have; it can use ${may.map((placeholderName) => `{${placeholderName}}`).join(', ')}`,
        )
      else if ((path[0] === 'subject' || path[0] === 'preview') && applicantsWords.includes(used))
        fault(path, `must not use {${used}}: words of an applicant are not allowed there`)
    }
    for (const needed of must)
      if (!placeholdersUsed.has(needed))
        fault(['body'], blocks.includes(needed) ? `must contain "${needed}: all"` : `must use {${needed}}`)
  })

/** The schema of a file of content/mail; undefined for a name that no message has. */
export function mailSchema(path: string): z.ZodType | undefined {
  if (path === reasonsFile) return reasonsSchema
  if (path === endingFile) return endingSchema
  const [, stem, form] = /^content\/mail\/([a-z_]+)(?:\.(\w+))?\.yaml$/.exec(path) ?? []
  const name = templateNames.find((template) => template === stem)
  if (name === undefined || (form !== undefined && (readFormType(form) === undefined || withoutForm.includes(name))))
    return undefined
  return schemaOf(name)
}

/** A reason that a rejection may give. */
export interface Reason {
  readonly id: string
  /** What the reviewer sees. */
  readonly name: string
  /** What the applicant sees. */
  readonly text: string
  /** The forms whose letters may give it. */
  readonly forms: readonly FormType[]
}

/** The content of `content/mail`, as JSON can hold it. */
export interface WordingTexts {
  /** By name, such as `rejection`, or by name and form, such as `rejection.Contact`. */
  readonly templates: Readonly<Record<string, Template>>
  readonly reasons: readonly Reason[]
  /** The last blocks of every letter about an application. */
  readonly ending: readonly TemplateBlock[]
}

/** Reads the templates and reasons among `files`, texts by path. Fails with every fault of every file, and with every missing template. */
export function readWording(files: Files): Result<WordingTexts, Faults> {
  const templates: Record<string, Template> = {}
  const faults: string[] = []
  const reasons = readYaml(reasonsFile, files[reasonsFile] ?? '{}', reasonsSchema)
  if (!reasons.ok) faults.push(...reasons.fault)
  let ending: readonly TemplateBlock[] = []
  const general = new Set<TemplateName>()
  for (const [path, source] of Object.entries(files)) {
    const [, file] = /^content\/mail\/(.*)$/.exec(path) ?? []
    if (file === undefined || path === reasonsFile) continue
    if (path === endingFile) {
      const read = readYaml(path, source, endingSchema)
      if (read.ok) ending = read.value.body
      else faults.push(...read.fault)
      continue
    }
    const [stem = '', form, ...extra] = file.replace(/\.ya?ml$/, '').split('.')
    const name = templateNames.find((template) => template === stem)
    const type = readFormType(form)
    if (name === undefined || extra.length > 0 || (form !== undefined && (type === undefined || withoutForm.includes(name)))) {
      faults.push(
        `${path}: no message has this name; expected ${templateNames.join('.yaml, ')}.yaml, or one of them for a form, as rejection.Contact.yaml`,
      )
      continue
    }
    if (type === undefined) general.add(name)
    const read = readYaml(path, source, schemaOf(name))
    if (read.ok) templates[type === undefined ? name : `${name}.${type}`] = read.value
    else faults.push(...read.fault)
  }
  for (const name of templateNames) if (!general.has(name)) faults.push(`content/mail/${name}.yaml is missing`)
  if (files[endingFile] === undefined) faults.push(`${endingFile} is missing`)
  if (!reasons.ok || faults.length > 0) return fail(faults)
  return ok({ templates, reasons: Object.entries(reasons.value).map(([id, reason]) => ({ id, ...reason })), ending })
}
