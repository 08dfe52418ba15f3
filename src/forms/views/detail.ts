import { type Answers, type Fields, type Form, holds } from '../form.ts'

export interface DetailItem {
  readonly name: string
  readonly label: string
  readonly kind: Fields[string]['kind']
  /** The answer as text; empty where nothing was said. */
  readonly text: string
}

export interface DetailSection {
  readonly title: string
  readonly items: readonly DetailItem[]
}

/** A submission to be read: its answers as text under their questions, by section; questions that were not asked are left out. */
export const detail = (form: Form, answers: Answers): readonly DetailSection[] =>
  form.sections.map((section) => ({
    title: section.title,
    items: section.fields.flatMap((name) => {
      const field = form.fields[name]
      if (field === undefined) return []
      const value = answers[name] ?? field.blank
      if (field.shown !== undefined && !holds(field.shown, answers) && field.isBlank(value)) return []
      return [{ name, label: field.label, kind: field.kind, text: field.format(value) }]
    }),
  }))
