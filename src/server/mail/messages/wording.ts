import { z } from 'zod'
import { letters } from '../../../applications/outbox.ts'
import type { Files } from '../../../content/files.ts'
import { text } from '../../../content/schema/values.ts'
import { type Faults, readYaml } from '../../../content/yaml.ts'
import { AppError } from '../../../shared/errors.ts'
import { type FormType, formTypes, readFormType } from '../../../shared/form-types.ts'
import { fail, ok, type Result } from '../../../shared/result.ts'

/** Every message that has a template. */
export const templateNames = [...letters, 'passcode', 'new_browser', 'links', 'morning', 'opening_link', 'opening'] as const

type TemplateName = (typeof templateNames)[number]

const common = ['siteName', 'siteUrl'] as const
const ofApplication = [...common, 'applicantName', 'formTitle', 'reference', 'submittedOn', 'promise'] as const
const ofRequest = [...ofApplication, 'answer', 'until', 'privateLink'] as const

/** Which placeholders each template may use, and which it must: a passcode without its code is none. */
const placeholders: Readonly<Record<TemplateName, { readonly may: readonly string[]; readonly must: readonly string[] }>> = {
  passcode: { may: [...common, 'code', 'minutes', 'newBrowserUrl'], must: ['code', 'minutes'] },
  new_browser: { may: [...common, 'browser', 'method', 'address', 'time'], must: ['browser', 'method', 'time'] },
  links: { may: [...common, 'applicantName'], must: ['links'] },
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

/** Templates that belong to no application, and have no wording by form. */
const withoutForm: readonly TemplateName[] = ['passcode', 'new_browser', 'morning', 'opening_link', 'opening']

/** What an applicant wrote; it never stands in a subject or a preview. */
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
    /** What the morning letter says. */
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

/** A message as content has it, with placeholders. */
export type Template = z.output<typeof templateSchema>
/** A block of a template's body. */
export type TemplateBlock = z.output<typeof blockSchema>

const reasonsFile = 'content/mail/reasons.yaml'

const reasonsSchema = z.record(
  z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'small letters, digits and underscores'),
  z.strictObject({ name: text, text, forms: z.array(z.enum(formTypes)).min(1) }),
)

/** A reason that a rejection may give. */
export interface Reason {
  readonly id: string
  /** What the reviewer chooses. */
  readonly name: string
  /** What the applicant reads. */
  readonly text: string
  /** The forms whose letters may give it. */
  readonly forms: readonly FormType[]
}

/** What the file `ending.yaml` holds. */
const endingSchema = z.strictObject({
  body: z.tuple([
    z.strictObject({ link: text, to: z.literal('{privateLink}') }),
    z.strictObject({ link: text, to: z.literal('{stopLink}') }),
  ]),
})

/** The texts of all messages. */
export interface Wording {
  /** What stands at the end of every letter about an application. */
  readonly ending: readonly TemplateBlock[]
  /** The template of a letter for a form: `rejection.Contact.yaml` where there is one, `rejection.yaml` otherwise. */
  /** @throws AppError EMAIL_TEMPLATE_NOT_FOUND */
  template(name: TemplateName, form?: FormType): Template
  /** The reasons for which an application by this form can be rejected. */
  reasons(form: FormType): readonly Reason[]
}

/** The last words of every letter about an application. */
const endingFile = 'content/mail/ending.yaml'

const placeholder = /\{([^{}]*)\}/g

/** Blocks that stand for something of the application; in `placeholders` they are named as placeholders are. */
const blocks: readonly string[] = ['added', 'links', 'digest']

type Path = readonly PropertyKey[]

/** Every placeholder in a value, with the path of the text that holds it. */
function* placeholdersIn(value: unknown, path: Path): Generator<readonly [path: Path, name: string]> {
  if (typeof value === 'string') for (const [, name = ''] of value.matchAll(placeholder)) yield [path, name]
  else if (typeof value === 'object' && value !== null) {
    for (const block of blocks) if (block in value) yield [path, block]
    for (const [key, inner] of Object.entries(value))
      yield* placeholdersIn(inner, [...path, Array.isArray(value) ? Number(key) : key])
  }
}

/** What the file of one template must hold. */
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
          `uses {${used}}, which this message does not have; it has ${may.map((placeholderName) => `{${placeholderName}}`).join(', ')}`,
        )
      else if ((path[0] === 'subject' || path[0] === 'preview') && applicantsWords.includes(used))
        fault(path, `must not use {${used}}: what an applicant wrote never stands there`)
    }
    for (const needed of must)
      if (!placeholdersUsed.has(needed))
        fault(['body'], blocks.includes(needed) ? `must hold "${needed}: all"` : `must use {${needed}}, which stands nowhere`)
  })

/** Reads the letters and reasons among `files`, which are path and text: those of `content/mail`. Fails with every fault of every file, and each template that is missing. */
export function loadWording(files: Files): Result<Wording, Faults> {
  const templates = new Map<string, Template>()
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
    if (read.ok) templates.set(type === undefined ? name : `${name}.${type}`, read.value)
    else faults.push(...read.fault)
  }
  for (const name of templateNames) if (!general.has(name)) faults.push(`content/mail/${name}.yaml is missing`)
  if (files[endingFile] === undefined) faults.push(`${endingFile} is missing`)
  if (!reasons.ok || faults.length > 0) return fail(faults)
  return ok(
    wordingOf(
      templates,
      Object.entries(reasons.value).map(([id, reason]) => ({ id, ...reason })),
      ending,
    ),
  )
}

/** Wording from templates at hand, complete or not. */
export const wordingOf = (
  templates: ReadonlyMap<string, Template>,
  reasons: readonly Reason[] = [],
  ending: Wording['ending'] = [],
): Wording => ({
  ending,
  reasons: (form) => reasons.filter(({ forms }) => forms.includes(form)),
  template(name, form) {
    const template = (form && templates.get(`${name}.${form}`)) ?? templates.get(name)
    if (template === undefined) throw new AppError('EMAIL_TEMPLATE_NOT_FOUND', { log: { template: name } })
    return template
  },
})

/** A text with its placeholders filled in, once: what is filled in is not read for placeholders again. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(placeholder, (match, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : match))
