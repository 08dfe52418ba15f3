import { parse } from 'yaml'
import { z } from 'zod'
import { letters } from '../../../applications/outbox.ts'
import { AppError } from '../../../shared/errors.ts'
import { type FormType, readFormType } from '../../../shared/form-types.ts'

export const templateNames = [...letters, 'passcode'] as const

export type TemplateName = (typeof templateNames)[number]

const common = ['siteName', 'siteUrl'] as const
const ofApplication = [...common, 'applicantName', 'formTitle', 'reference', 'submittedOn', 'promise'] as const

/** Which placeholders each template may use, and which it must: a passcode without its code is none. */
const placeholders: Readonly<Record<TemplateName, { readonly may: readonly string[]; readonly must: readonly string[] }>> = {
  passcode: { may: [...common, 'code', 'minutes'], must: ['code', 'minutes'] },
  confirmation: { may: ofApplication, must: ['applicantName', 'formTitle', 'reference', 'answers'] },
  approval: { may: [...ofApplication, 'bookingUrl'], must: ['applicantName', 'bookingUrl'] },
  pitch_invitation: { may: [...ofApplication, 'bookingUrl'], must: ['applicantName', 'bookingUrl'] },
  rejection: { may: ofApplication, must: ['applicantName'] },
  after_meeting_rejection: { may: ofApplication, must: ['applicantName'] },
}

/** What an applicant wrote; it never stands in a subject or a preview. */
const applicantsWords: readonly string[] = ['applicantName']

const words = z.string().trim().min(1)

const blockSchema = z.union([
  words,
  z.strictObject({ heading: words }),
  z.strictObject({ note: words }),
  z.strictObject({ button: words, to: words }),
  z.strictObject({ code: words }),
  z.strictObject({ facts: z.record(words, words) }),
  /** The applicant's answers, all of them. */
  z.strictObject({ answers: z.literal('all') }),
])

const templateSchema = z.strictObject({
  subject: words,
  preview: words,
  body: z.array(blockSchema).min(1),
  foot: z.array(words).min(1),
})

export type Template = z.output<typeof templateSchema>
export type TemplateBlock = z.output<typeof blockSchema>

/** The template of a letter for a form: `rejection.Contact.yaml` where there is one, `rejection.yaml` otherwise. */
export interface Wording {
  /** @throws AppError EMAIL_TEMPLATE_NOT_FOUND */
  template(name: TemplateName, form?: FormType): Template
}

const placeholder = /\{([^{}]*)\}/g

/** Every placeholder in a value, with the key it stands under. */
function* used(value: unknown, key: string): Generator<readonly [key: string, name: string]> {
  if (typeof value === 'string') for (const [, name = ''] of value.matchAll(placeholder)) yield [key, name]
  else if (typeof value === 'object' && value !== null) {
    if ('answers' in value) yield [key, 'answers']
    for (const [name, inner] of Object.entries(value))
      yield* used(inner, Array.isArray(value) ? `${key}[${name}]` : `${key}.${name}`)
  }
}

function placeholderFaults(name: TemplateName, template: Template): string[] {
  const { may, must } = placeholders[name]
  const allowed = [...may, ...must]
  const faults: string[] = []
  const found = new Set<string>()
  for (const [top, value] of Object.entries(template))
    for (const [key, used_] of used(value, top)) {
      found.add(used_)
      if (!allowed.includes(used_))
        faults.push(`${key} uses {${used_}}, which this message does not have; it has ${may.map((one) => `{${one}}`).join(', ')}`)
      else if ((top === 'subject' || top === 'preview') && applicantsWords.includes(used_))
        faults.push(`${key} must not use {${used_}}: what an applicant wrote never stands there`)
    }
  for (const needed of must)
    if (!found.has(needed))
      faults.push(needed === 'answers' ? 'body must hold "answers: all"' : `{${needed}} is used nowhere, and must be`)
  return faults
}

const at = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (done, key) => (typeof key === 'number' ? `${done}[${key}]` : done === '' ? String(key) : `${done}.${String(key)}`),
    '',
  )

/** One file's template, or what is wrong with it, in sentences without the file's name. */
function readTemplate(name: TemplateName, source: string): Template | readonly string[] {
  let raw: unknown
  try {
    raw = parse(source)
  } catch (error) {
    return [`is not YAML: ${(error as Error).message.split('\n')[0]}`]
  }
  const read = templateSchema.safeParse(raw)
  if (!read.success) return read.error.issues.map(({ path, message }) => `${at(path) || 'the file'}: ${message}`)
  const faults = placeholderFaults(name, read.data)
  return faults.length === 0 ? read.data : faults
}

/**
 * Reads the files of `content/mail`, given by path.
 * @throws Error that names every file and key that is at fault, and every template that is missing.
 */
export function readWording(files: Readonly<Record<string, string>>): Wording {
  const templates = new Map<string, Template>()
  const faults: string[] = []
  for (const [path, source] of Object.entries(files)) {
    const file = path.slice(path.lastIndexOf('/') + 1)
    const [stem = '', form, ...rest] = file.replace(/\.ya?ml$/, '').split('.')
    const name = templateNames.find((one) => one === stem)
    const type = readFormType(form)
    if (name === undefined || rest.length > 0 || (form !== undefined && (type === undefined || name === 'passcode'))) {
      faults.push(
        `content/mail/${file}: no message has this name; expected ${templateNames.join('.yaml, ')}.yaml, or one of them for a form, as rejection.Contact.yaml`,
      )
      continue
    }
    const template = readTemplate(name, source)
    if ('subject' in template) templates.set(type === undefined ? name : `${name}.${type}`, template)
    else faults.push(...template.map((fault) => `content/mail/${file}: ${fault}`))
  }
  for (const name of templateNames)
    if (!templates.has(name) && !faults.some((fault) => fault.startsWith(`content/mail/${name}.yaml:`)))
      faults.push(`content/mail/${name}.yaml: is missing`)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return wordingOf(templates)
}

/** Wording from templates at hand, complete or not. */
export const wordingOf = (templates: ReadonlyMap<string, Template>): Wording => ({
  template(name, form) {
    const template = (form && templates.get(`${name}.${form}`)) ?? templates.get(name)
    if (template === undefined) throw new AppError('EMAIL_TEMPLATE_NOT_FOUND', { log: { template: name } })
    return template
  },
})

/** A text with its placeholders filled in, once: what is filled in is not read for placeholders again. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(placeholder, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : whole))
