import { email } from './fields/email.ts'
import { file } from './fields/file.ts'
import { multiselect } from './fields/multiselect.ts'
import { radio, select } from './fields/select.ts'
import { type FieldSettings, tel, text, textarea, url } from './fields/text.ts'
import type { Condition, Field, Form, Option, Requirement, Section } from './form.ts'

/** A question in a form version. */
export interface QuestionSnapshot {
  readonly name: string
  readonly kind: Field['kind']
  readonly label: string
  readonly hint?: string
  readonly required: Requirement
  readonly shown?: Condition
  readonly options?: readonly Option[]
}

/** The part of a form's definition that applicants see, as JSON. Stored answers are shown with the snapshot of the form version that they answered. */
export interface FormSnapshot {
  readonly title: string
  readonly sections: readonly (Omit<Section, 'fields'> & { readonly questions: readonly QuestionSnapshot[] })[]
}

/** The snapshot of a form. Equal definitions give equal JSON. */
export const snapshotOf = ({ title, sections, fields }: Form): FormSnapshot => ({
  title,
  sections: sections.map(({ title, readerTitle, intro, fields: names }) => ({
    title,
    readerTitle,
    intro,
    questions: names.flatMap((name) => {
      const field: Field | undefined = fields[name]
      if (field === undefined) return []
      const { kind, label, hint, required, shown, options } = field
      return [{ name, kind, label, hint, required, shown, options }]
    }),
  })),
})

/**
 * The version of a form: a hash of its snapshot, 16 hexadecimal digits.
 * @param sha256 hashes a text to hexadecimal digits
 */
export const versionOf = (form: Form, sha256: (text: string) => string): string =>
  sha256(JSON.stringify(snapshotOf(form))).slice(0, 16)

/** Makes the field of a question. It has no limits, because stored answers are already checked. */
function fieldOf({ name: _, kind, label, options = [], ...settings }: QuestionSnapshot): Field {
  const typed: FieldSettings & { readonly limit: number } = { ...settings, limit: Number.POSITIVE_INFINITY }
  switch (kind) {
    case 'textarea':
      return textarea(label, typed)
    case 'email':
      return email(label, typed)
    case 'tel':
      return tel(label, typed)
    case 'url':
      return url(label, typed)
    case 'select':
      return select(label, options, settings)
    case 'radio':
      return radio(label, options, settings)
    case 'multiselect':
      return multiselect(label, options, settings) as Field
    case 'file':
      return file(label, { ...settings, accept: [''], maxMB: Number.POSITIVE_INFINITY }) as Field
    // This includes kinds that only a newer version of the program knows.
    default:
      return text(label, typed)
  }
}

/** The form of a snapshot, for showing answers: with its title, sections and questions; everything else is from today's form. */
export const formOfSnapshot = (form: Form, { title, sections }: FormSnapshot): Form => ({
  ...form,
  title,
  sections: sections.map(({ questions, ...section }) => ({ ...section, fields: questions.map(({ name }) => name) })),
  fields: Object.fromEntries(
    sections.flatMap(({ questions }) => questions.map((question) => [question.name, fieldOf(question)])),
  ),
})
