import { isDeepStrictEqual } from 'node:util'
import type { FieldSchema } from '../../api/site-content.ts'
import type { Files } from '../../content/files.ts'
import { type FormEditsContent, formEditsSchema } from '../../content/schema/form-edits.ts'
import { type Faults, readYaml } from '../../content/yaml.ts'
import { allForms } from '../../forms/definitions/all.ts'
import { type FormEdits, isOwnName, type OptionEdit, ownKinds, type QuestionEdit, type SectionEdit } from '../../forms/edits.ts'
import { type Field, type Form, nounOf } from '../../forms/form.ts'
import { type FormType, formFile, formTypes } from '../../shared/form-types.ts'

// The documents of the forms. They are stored as what differs from a definition, and edited as a whole.

/** The definitions. Without cohorts: these options are content of another document. */
const definitions = allForms({ cohorts: [] })

const maxOwn = 10

/** The form of a document of content/forms; undefined for other documents. */
export const formOfFile = (path: string): Form | undefined =>
  Object.values(definitions).find(({ type }) => path === `content/${formFile(type)}`)

const typedKinds: readonly string[] = ['text', 'textarea']
const chosenKinds: readonly string[] = ['select', 'radio', 'multiselect']

/** The options that can be edited; undefined for a question without such options. */
const optionsOf = ({ options = [] }: Field): readonly OptionEdit[] | undefined =>
  options.length === 0 ? undefined : options.map(({ value, label }) => ({ label, value }))

/** The conditions of a form's questions. */
const conditionsOf = (form: Form) =>
  Object.values(form.fields).flatMap(({ shown, required }) => [shown, required].filter((rule) => typeof rule === 'object'))

/** Whether a question can be made optional or required: no condition and no rule depends on it. */
function mayBeOptional(form: Form, name: string): boolean {
  const { name: names, email, company } = form.applicant
  const field = form.fields[name]
  const isNeeded = [...names, email, company, ...conditionsOf(form).map((rule) => rule.field)].includes(name)
  return typeof field?.required === 'boolean' && field.shown === undefined && field.options?.length !== 0 && !isNeeded
}

/** A question of the definition, as it is edited. */
const builtQuestion = (form: Form, name: string, field: Field): QuestionEdit => ({
  label: field.label,
  ...(field.hint !== undefined && { hint: field.hint }),
  ...(mayBeOptional(form, name) && { required: field.required === true }),
  ...(optionsOf(field) && { options: optionsOf(field) }),
  name,
})

const builtSection = (form: Form, { title, intro, fields }: Form['sections'][number]) => ({
  title,
  ...(intro !== undefined && { intro }),
  questions: fields.flatMap((name) => (form.fields[name] === undefined ? [] : [builtQuestion(form, name, form.fields[name])])),
})

const wordsOf = ({ title, texts: { submit, submitting, success, again, next } }: Form) => ({
  ...{ title, submit, submitting, success, again, next: [...next] },
})

/** A group without the keys whose value is undefined, and without empty notes. */
const stated = <Group extends object>(group: Group): Group =>
  Object.fromEntries(
    Object.entries(group).filter(([key, value]) => value !== undefined && !((key === 'hint' || key === 'intro') && value === '')),
  ) as Group

/** A form with its edits as it is edited: with everything that does not differ. */
export function fullEdits(form: Form, { sections = [], ...words }: FormEdits): FormEdits {
  return {
    ...wordsOf(form),
    ...words,
    sections: form.sections.map((section, at): SectionEdit => {
      const built = builtSection(form, section)
      const { questions = [], ...edited } = sections[at] ?? {}
      const listed = questions.map(({ options, ...question }) => {
        const original = built.questions.find(({ name }) => name === question.name)
        return stated({
          ...original,
          ...question,
          options: options ? (question.anew ? options : withRetired(options, original?.options)) : original?.options,
        })
      })
      const left = built.questions.filter(({ name }) => !questions.some((question) => question.name === name))
      return stated({ ...built, ...edited, questions: [...listed, ...left] })
    }),
  }
}

/** Options with those of `before` that they lack, as retired. */
const withRetired = (options: readonly OptionEdit[], before: readonly OptionEdit[] = []): readonly OptionEdit[] => [
  ...options,
  ...before
    .filter(({ label, value = label }) => !options.some((option) => (option.value ?? option.label) === value))
    .map((option) => ({ ...option, retired: true })),
]

/** Those keys of a group that differ from the definition's. A note that it lacks becomes an empty one. */
function differing(group: Readonly<Record<string, unknown>>, built: Readonly<Record<string, unknown>>): object {
  const complete: Readonly<Record<string, unknown>> = {
    ...('hint' in built && { hint: '' }),
    ...('intro' in built && { intro: '' }),
    ...group,
  }
  return Object.fromEntries(Object.entries(complete).filter(([key, value]) => !isDeepStrictEqual(value, built[key])))
}

/**
 * What differs from the definition in a form that was edited as a whole. Options that are published in `live`, and are missing, stay as retired: earlier
 * answers have them.
 */
export function differences(form: Form, { sections = [], ...words }: FormEdits, live: FormEdits): FormEdits {
  const published = fullEdits(form, live).sections?.flatMap(({ questions = [] }) => questions) ?? []
  const edited = sections.map(({ questions = [], ...section }, at): SectionEdit => {
    const original = form.sections[at]
    const built = original && builtSection(form, original)
    const changed = questions.map(({ options, ...question }): QuestionEdit => {
      const before = published.find(({ name }) => name === question.name)
      // An own question of another kind is another question: earlier answers do not fit it.
      if (before?.kind !== undefined && before.kind !== question.kind)
        return { ...question, ...(options && { options }), name: `${question.name}${question.kind ?? ''}` }
      const own = built?.questions.find(({ name }) => name === question.name)
      const isBuilt = ({ label, value = label }: OptionEdit): boolean =>
        own?.options?.some((option) => option.value === value) === true
      const earlier = question.anew && !before?.anew ? before?.options?.filter((option) => !isBuilt(option)) : before?.options
      const complete = {
        ...question,
        ...(options && { ...(before?.anew && { anew: true }), options: withRetired(options, earlier) }),
      }
      return own === undefined ? complete : { ...differing(complete, { ...own }), name: question.name }
    })
    const isSame = isDeepStrictEqual(
      changed,
      built?.questions.map(({ name }) => ({ name })),
    )
    const { questions: _, ...builtWords } = built ?? { questions: [] }
    return { ...differing(section, builtWords), ...(!isSame && { questions: changed }) }
  })
  const isEdited = edited.some((section) => Object.keys(section).length > 0)
  return { ...differing(words, wordsOf(form)), ...(isEdited && { sections: edited }) }
}

/** The JSON schema of a form's document: each question has the keys that can be edited. */
export function formSchema(form: Form, generic: FieldSchema): FieldSchema {
  const section = generic.properties?.sections?.items
  const question = section?.properties?.questions?.items
  if (section === undefined || question === undefined) return generic
  const only = (names: readonly string[], required: readonly string[]): FieldSchema => ({
    ...question,
    required,
    properties: Object.fromEntries(Object.entries(question.properties ?? {}).filter(([name]) => names.includes(name))),
  })
  const own = only(Object.keys(question.properties ?? {}), ['label', 'kind', 'required', 'name'])
  const named = { ...own, properties: { ...own.properties, name: { ...own.properties?.name, format: 'own-name' } } }
  const ofBuilt = (built: QuestionEdit): FieldSchema => {
    const offered = only(
      [...Object.keys(built), 'hint', ...('required' in built ? ['shown'] : [])],
      Object.keys(built).filter((key) => key !== 'hint'),
    )
    return { ...offered, properties: { ...offered.properties, name: { const: built.name } } }
  }
  const sections = form.sections.map((part): FieldSchema => {
    const { questions } = builtSection(form, part)
    const items = { ...question, anyOf: [named, ...questions.map(ofBuilt)] }
    return {
      ...section,
      required: ['title', 'questions'],
      properties: { ...section.properties, questions: { ...section.properties?.questions, items } },
    }
  })
  return {
    ...generic,
    required: Object.keys(generic.properties ?? {}),
    properties: { ...generic.properties, sections: { ...generic.properties?.sections, prefixItems: sections } },
  }
}

type Report = (key: string, message: string) => void

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

function optionFaults(question: QuestionEdit, kind: string, form: Form, report: Report): void {
  const { name, options = [] } = question
  const offered = options.filter(({ retired }) => !retired)
  if (offered.length === 0) report('', 'must have a choice that is not retired')
  for (const [at, { label, value = label, retired }] of options.entries()) {
    const before = options.slice(0, at)
    if (before.some((option) => (option.value ?? option.label) === value)) report(`[${at}].value`, `is there twice: ${value}`)
    else if (!retired && before.some((option) => !option.retired && same(option.label, label)))
      report(`[${at}].label`, `is there twice: ${label}`)
    if (kind === 'multiselect' && value.includes(','))
      report(`[${at}].value`, 'must not have a comma, which separates the choices of an answer')
    if (retired && conditionsOf(form).some((rule) => rule.field === name && rule.is === value))
      report(`[${at}].retired`, `cannot be: other questions are asked only with ${label}`)
  }
  const built = form.fields[name]
  for (const { label, value } of built === undefined || question.anew ? [] : (optionsOf(built) ?? []))
    if (!options.some((option) => (option.value ?? option.label) === value))
      report('', `must keep ${label}, with retired: true if nobody is to choose it, because earlier answers may have it`)
}

/** What is wrong with a question of its own. */
function ownFaults(question: QuestionEdit, form: Form, report: Report): void {
  const { name, kind, label, options, limit } = question
  if (!isOwnName(name)) report('.name', 'must be own, a capital letter or a digit, and letters, such as ownDiet')
  if (label === undefined) report('.label', 'must be given')
  if (kind === undefined) report('.kind', `must be one of ${ownKinds.join(', ')}`)
  else if (chosenKinds.includes(kind)) optionFaults(question, kind, form, (key, message) => report(`.options${key}`, message))
  else if (options !== undefined && options.length > 0)
    report('.options', `must be removed: an answer of the kind ${kind} is typed`)
  if (limit !== undefined && !typedKinds.includes(kind ?? ''))
    report('.limit', `is for the kinds ${typedKinds.join(' and ')} only`)
}

/** What is wrong with a question of the definition. */
function builtFaults(question: QuestionEdit, field: Field, form: Form, report: Report): void {
  const { name, required, options } = question
  for (const key of ['kind', 'limit', 'hidden'] as const)
    if (question[key] !== undefined) report(`.${key}`, 'can be set for own questions only')
  if (question.shown !== undefined && !mayBeOptional(form, name))
    report('.shown', 'cannot be set: other rules depend on this answer')
  if (required !== undefined && !mayBeOptional(form, name))
    report('.required', 'cannot be changed: other rules depend on this answer')
  if (options === undefined) return
  if (optionsOf(field) === undefined) report('.options', 'cannot be changed: this question has none of its own')
  else optionFaults(question, field.kind, form, (key, message) => report(`.options${key}`, message))
}

/** What is wrong with the condition of a question, whose other questions before it are `before`. */
function conditionFaults({ shown }: QuestionEdit, before: readonly QuestionEdit[], form: Form, report: Report): void {
  if (shown === undefined) return
  const decides = before.find(({ name, hidden }) => name === shown.field && hidden !== true)
  const kind = decides?.kind ?? form.fields[shown.field]?.kind
  if (decides === undefined || (kind !== 'select' && kind !== 'radio'))
    report('.shown.field', 'must be a question before it with choices of which one is chosen')
  else if (!decides.options?.some(({ label, value = label, retired }) => value === shown.is && !retired))
    report('.shown.is', `must be a choice of ${decides.label}`)
}

/** What the definition of a form does not allow in its edits. `report` gets the key of a value. */
function faultsOf(form: Form, { title, sections = [] }: FormEdits, report: Report): void {
  if (title !== undefined && !title.endsWith(` ${nounOf(form)}`))
    report('title', `must end with ${nounOf(form)}: letters and pages use this word`)
  if (sections.length > form.sections.length) report('sections', `must be ${form.sections.length}, as in the definition`)
  const labels: string[] = []
  const names: string[] = []
  const titles: string[] = []
  const before: QuestionEdit[] = []
  for (const [at, section] of (fullEdits(form, { sections }).sections ?? []).entries()) {
    if (titles.some((other) => same(other, section.title ?? ''))) report(`sections[${at}].title`, 'is that of another part')
    titles.push(section.title ?? '')
    for (const [index, question] of (section.questions ?? []).entries()) {
      const key = `sections[${at}].questions[${index}]`
      const { label = '', name } = question
      const inQuestion: Report = (part, message) => report(key + part, message)
      if (names.includes(name)) inQuestion('.name', `is there twice: ${name}`)
      names.push(name)
      if (label !== '' && labels.some((other) => same(other, label)))
        inQuestion('.label', `is that of another question: ${label}`)
      if (question.hidden !== true) labels.push(label)
      conditionFaults(question, before, form, inQuestion)
      before.push(question)
      const edit = sections[at]?.questions?.[index]
      if (edit === undefined) continue
      const field = form.fields[name]
      if (field === undefined) ownFaults(edit, form, inQuestion)
      else if (form.sections[at]?.fields.includes(name)) builtFaults(edit, field, form, inQuestion)
      else inQuestion('.name', `is a question of another part: ${name}`)
    }
  }
  const files = sections.flatMap(({ questions = [] }) => questions.filter(({ kind }) => kind === 'file'))
  if (files.length > 1) report('sections', 'have two own questions for a file, and one is possible')
  const own = names.filter((name) => form.fields[name] === undefined).length
  if (own > maxOwn) report('sections', `have ${own} own questions, and ${maxOwn} are possible`)
}

/** Reads the text of a form's document; undefined when it has faults. */
function readEdits(path: string, text: string): FormEditsContent | undefined {
  const read = readYaml(path, text, formEditsSchema)
  return read.ok ? read.value : undefined
}

/** The edits of a form's document that is published, none when it cannot be read. */
export const editsIn = (path: string, files: Files): FormEdits => readEdits(path, files[path] ?? '{}') ?? {}

/** Every fault of the forms' documents beyond their schema. */
export const formFaults = (files: Files): Faults =>
  formTypes.flatMap((type: FormType) => {
    const path = `content/${formFile(type)}`
    const faults: string[] = []
    faultsOf(definitions[type], editsIn(path, files), (key, message) => faults.push(`${path}: \`${key}\` ${message}`))
    return faults
  })
