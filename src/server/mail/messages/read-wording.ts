import { z } from 'zod'
import type { Reason } from '../../../applications/moves.ts'
import { letters } from '../../../applications/outbox.ts'
import type { Files } from '../../../content/files.ts'
import { text } from '../../../content/schema/values.ts'
import { type Faults, readYaml } from '../../../content/yaml.ts'
import { type FormType, formTypes, readFormType } from '../../../shared/form-types.ts'
import { fail, ok, type Result } from '../../../shared/result.ts'
import { commonPlaceholders, insertions, placeholdersIn, type TemplateRule } from './fill.ts'

const coreNames = [...letters, 'passcode', 'new_browser', 'links'] as const

/** The templates of features, by name. */
const ofFeatures: Readonly<Record<string, TemplateRule>> = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<Readonly<Record<string, TemplateRule>>>('../../../features/*/templates.ts', {
      eager: true,
      import: 'templates',
    }),
  ),
)

export const templateNames: readonly string[] = [...coreNames, ...Object.keys(ofFeatures)]

const common = commonPlaceholders
const ofApplication = [...common, 'applicantName', 'formTitle', 'reference', 'submittedOn', 'promise'] as const
const ofMeeting = [
  ...ofApplication,
  ...['meetingDay', 'meetingTime', 'meetingMinutes', 'meetingLocation', 'changeHours', 'privateLink'],
] as const
const meetingMust = ['applicantName', 'meetingDay', 'meetingTime', 'privateLink'] as const
const ofRequest = [...ofApplication, 'answer', 'until', 'privateLink'] as const

const ofCore: Readonly<Record<(typeof coreNames)[number], TemplateRule>> = {
  passcode: { may: [...common, 'code', 'minutes'], must: ['code', 'minutes'] },
  new_browser: { may: [...common, 'browser', 'method', 'address', 'time'], must: ['browser', 'method', 'time'] },
  links: { may: [...common, 'applicantName', 'stopLink'], must: ['links'] },
  confirmation: { may: [...ofApplication, 'answerBy'], must: ['applicantName', 'formTitle', 'reference'] },
  approval: { may: [...ofApplication, 'bookingUrl'], must: ['applicantName', 'bookingUrl', 'added'] },
  after_meeting_approval: { may: [...ofApplication, 'bookingUrl'], must: ['applicantName', 'bookingUrl', 'added'] },
  pitch_invitation: { may: [...ofApplication, 'bookingUrl'], must: ['applicantName', 'bookingUrl', 'added'] },
  correction: { may: ofApplication, must: ['applicantName', 'added'] },
  delay: { may: [...ofApplication, 'answerBy'], must: ['applicantName', 'answerBy', 'added'] },
  changed: { may: ofApplication, must: ['applicantName'] },
  request: { may: ofRequest, must: ['applicantName', 'added', 'answer', 'until', 'privateLink'] },
  request_reminder: { may: ofRequest, must: ['applicantName', 'added', 'answer', 'until', 'privateLink'] },
  meeting: { may: ofMeeting, must: [...meetingMust, 'meetingLocation'] },
  meeting_cancelled: { may: ofMeeting, must: meetingMust },
  meeting_reminder: { may: ofMeeting, must: [...meetingMust, 'meetingLocation'] },
  withdrawn: { may: [...ofApplication, 'returnDays'], must: ['applicantName'] },
  rejection: { may: ofApplication, must: ['applicantName', 'added'] },
  after_meeting_rejection: { may: ofApplication, must: ['applicantName', 'added'] },
}

const rules: Readonly<Record<string, TemplateRule>> = { ...ofCore, ...ofFeatures }

/** Templates that are not about an application, so they have no variant for a form. */
const withoutForm: readonly string[] = ['passcode', 'new_browser', ...Object.keys(ofFeatures)]

/** Placeholders with text that an applicant wrote. A subject or a preview must not use them. */
const applicantsWords: readonly string[] = ['applicantName']

const words = text.meta({ title: 'Words' })
const target = text.meta({ title: 'Leads to' })

/** The blocks of a letter, each with what the editor calls it. */
const blockSchema = z.union(
  [
    text.meta({ title: 'Paragraph' }),
    z.strictObject({ heading: text }).meta({ title: 'Heading' }),
    z.strictObject({ note: text }).meta({ title: 'Note' }),
    z.strictObject({ button: words, to: target }).meta({ title: 'Button' }),
    z.strictObject({ code: text }).meta({ title: 'Code' }),
    z.strictObject({ facts: z.record(text, text) }).meta({ title: 'Table' }),
    z.strictObject({ added: z.literal('all') }).meta({
      title: 'What the reviewer adds',
      description: 'The reason and the sentence of the reviewer, if there are any.',
    }),
    z.strictObject({ link: words, to: target }).meta({ title: 'Link' }),
    z.strictObject({ links: z.literal('all') }).meta({
      title: 'Links',
      description: 'The applications of an address, each with its private link.',
    }),
    z
      .strictObject({ digest: z.literal('all') })
      .meta({ title: 'News', description: 'What is new, due and late, and mail that failed.' }),
  ],
  { error: 'a text, or a block: heading, note, button with to, code, facts, or added: all' },
)

const templateSchema = z.strictObject({
  subject: text,
  preview: text,
  body: z.array(blockSchema).min(1).meta({ title: 'The letter' }),
  foot: z.array(text).min(1).meta({ title: 'Below the letter' }),
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
  body: z
    .tuple([
      z.strictObject({ link: words, to: z.literal('{privateLink}') }),
      z.strictObject({ link: words, to: z.literal('{stopLink}') }),
    ])
    .meta({ title: 'At the end of every letter' }),
})

const endingFile = 'content/mail/ending.yaml'

type Path = readonly PropertyKey[]

const schemas = new Map<string, ReturnType<typeof makeSchema>>()

/** The schema of one template's file. The editor offers the placeholders in its metadata. */
function schemaOf(name: string) {
  const schema = schemas.get(name) ?? makeSchema(name)
  schemas.set(name, schema)
  return schema
}

function makeSchema(name: string) {
  const { may, must } = rules[name] ?? { may: [], must: [] }
  const usable = [...new Set([...may, ...must])].filter((placeholderName) => !insertions.includes(placeholderName))
  const line = text.meta({ placeholders: usable.filter((placeholderName) => !applicantsWords.includes(placeholderName)) })
  const schema = templateSchema
    .extend({ subject: line, preview: line.meta({ title: 'Beside the subject, in the list of an inbox' }) })
    .superRefine((template, context) => {
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
          fault(['body'], insertions.includes(needed) ? `must contain "${needed}: all"` : `must use {${needed}}`)
    })
  return schema.meta({ placeholders: usable })
}

/** The template in a file of content/mail, and the form that alone has it; undefined for a path that no template has. */
export function templateAt(path: string): { readonly name: string; readonly form: FormType | undefined } | undefined {
  const [, stem, type] = /^content\/mail\/([a-z_]+)(?:\.(\w+))?\.yaml$/.exec(path) ?? []
  const name = templateNames.find((template) => template === stem)
  const form = readFormType(type)
  return name === undefined || (type !== undefined && (form === undefined || withoutForm.includes(name)))
    ? undefined
    : { name, form }
}

/** Reads one template. Fails with its faults. */
export const readTemplate = (path: string, source: string, name: string): Result<Template, Faults> =>
  readYaml(path, source, schemaOf(name))

/** The schema of a file of content/mail; undefined for a name that no message has. */
export function mailSchema(path: string): z.ZodType | undefined {
  if (path === reasonsFile) return reasonsSchema
  if (path === endingFile) return endingSchema
  const template = templateAt(path)
  return template && schemaOf(template.name)
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
  const general = new Set<string>()
  for (const [path, source] of Object.entries(files)) {
    const [, file] = /^content\/mail\/(.*)$/.exec(path) ?? []
    if (file === undefined || path === reasonsFile) continue
    if (path === endingFile) {
      const read = readYaml(path, source, endingSchema)
      if (read.ok) ending = read.value.body
      else faults.push(...read.fault)
      continue
    }
    const template = templateAt(path)
    if (template === undefined) {
      faults.push(
        `${path}: no message has this name; expected ${templateNames.join('.yaml, ')}.yaml, or one of them for a form, as rejection.Contact.yaml`,
      )
      continue
    }
    const { name, form } = template
    if (form === undefined) general.add(name)
    const read = readTemplate(path, source, name)
    if (read.ok) templates[form === undefined ? name : `${name}.${form}`] = read.value
    else faults.push(...read.fault)
  }
  for (const name of templateNames) if (!general.has(name)) faults.push(`content/mail/${name}.yaml is missing`)
  if (files[endingFile] === undefined) faults.push(`${endingFile} is missing`)
  if (!reasons.ok || faults.length > 0) return fail(faults)
  return ok({ templates, reasons: Object.entries(reasons.value).map(([id, reason]) => ({ id, ...reason })), ending })
}
