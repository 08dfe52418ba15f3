import type { FormType } from '../shared/form-types.ts'
import { type FieldData, fieldOf } from './fields/of-kind.ts'
import type { Condition, Field, Form, Section } from './form.ts'

/** An option as it is edited. Its value is its label if it has none. */
export interface OptionEdit {
  readonly label: string
  readonly value?: string | undefined
  readonly retired?: boolean | undefined
}

/** The kinds that an own question can have. */
export const ownKinds = ['text', 'textarea', 'select', 'radio', 'multiselect', 'email', 'tel', 'url', 'file'] as const

/** A question of the definition by its name with what differs; or an own question, which has a kind. An empty hint is none. */
export interface QuestionEdit {
  readonly name: string
  readonly label?: string | undefined
  readonly hint?: string | undefined
  readonly required?: boolean | undefined
  readonly options?: readonly OptionEdit[] | undefined
  readonly kind?: (typeof ownKinds)[number] | undefined
  readonly limit?: number | undefined
  readonly anew?: boolean | undefined
  readonly hidden?: boolean | undefined
  /** It is asked only while this holds. */
  readonly shown?: Condition | undefined
}

/** What differs in a section. `questions`: all of them in their order, if the order or one of them differs. */
export interface SectionEdit {
  readonly title?: string | undefined
  readonly intro?: string | undefined
  readonly questions?: readonly QuestionEdit[] | undefined
}

/** What differs from a form's definition (`content/forms`). The sections are those of the definition, by position. */
export interface FormEdits extends Partial<Pick<Form['texts'], 'submit' | 'submitting' | 'success' | 'again' | 'next'>> {
  readonly title?: string | undefined
  readonly sections?: readonly SectionEdit[] | undefined
}

/** The edits of the forms that have some. */
export type FormsEdits = Readonly<Partial<Record<FormType, FormEdits>>>

const ownName = /^own[A-Z0-9][A-Za-z0-9]{0,39}$/

/** Whether a name is that of an own question. No definition has such a name (tests/forms). */
export const isOwnName = (name: string): boolean => ownName.test(name)

/** What an own question for a file accepts. */
const ownFile = { accept: ['.pdf', '.doc', '.docx'], maxSize: 5 * 1024 * 1024 }

/** The field of an edited question: `built` with what differs; without `built`, an own question. */
function editedField(built: Field | undefined, { name: _, hidden: __, anew: ___, options, hint, ...edit }: QuestionEdit): Field {
  return fieldOf({
    ...(built ?? { kind: 'text', label: '', required: false, ...(edit.kind === 'file' && ownFile) }),
    ...edit,
    ...(hint !== undefined && { hint: hint || undefined }),
    ...(options !== undefined && {
      options: options.map(({ label, value = label, retired }) => ({ value, label, ...(retired && { retired }) })),
    }),
  } as FieldData)
}

/** A form with its edits; the form itself without edits. Own questions come last among the fields, so that no column of a spreadsheet moves. */
export function editedForm<F extends Form>(form: F, { title = form.title, sections: edited = [], ...texts }: FormEdits = {}): F {
  if (title === form.title && edited.length === 0 && Object.keys(texts).length === 0) return form
  const fields: Record<string, Field> = { ...form.fields }
  const sections = form.sections.map((section, at): Section => {
    const { questions = [], intro, ...words } = edited[at] ?? {}
    // A build may have removed or moved a question since the edit.
    const listed = questions.filter(({ name, kind, label, hidden }) =>
      isOwnName(name) ? kind !== undefined && label !== undefined && hidden !== true : section.fields.includes(name),
    )
    for (const question of listed) fields[question.name] = editedField(form.fields[question.name], question)
    const names = listed.map(({ name }) => name)
    return {
      ...section,
      ...words,
      ...(intro !== undefined && { intro: intro || undefined }),
      // A question that the definition has since the edit comes last.
      fields: [...names, ...section.fields.filter((name) => !names.includes(name))],
    }
  })
  for (const { name, shown } of edited.flatMap(({ questions = [] }) => questions)) {
    const [field, decides] = [fields[name], shown && fields[shown.field]]
    if (field === undefined || shown === undefined) continue
    // A build may have removed the answer on which it depends.
    const isThere = decides?.options?.some(({ value }) => value === shown.is) === true
    fields[name] = {
      ...field,
      shown: isThere ? shown : undefined,
      required: isThere && field.required === true ? shown : field.required,
    }
  }
  return { ...form, title, texts: { ...form.texts, ...texts }, sections, fields }
}
