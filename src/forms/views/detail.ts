import { type Answers, type Fields, type Form, holds } from '../form.ts'
import { plain, storedText } from './stored.ts'

export interface DetailItem {
  readonly name: string
  readonly label: string
  readonly kind: Fields[string]['kind']
  /** The answer as text; empty if there is none. */
  readonly text: string
}

export interface DetailSection {
  readonly title: string
  /** The title at the desk and in mail. */
  readonly readerTitle: string
  readonly items: readonly DetailItem[]
}

/** A file of an imported row, which has a name only. */
const isOnlyNamed = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'size' in value && value.size === 0

/**
 * The answers as text, with their labels, by section. Fields that were not shown are left out; answers of fields that the form no
 * longer has come last, under their names.
 */
export function detail(form: Form, answers: Answers): readonly DetailSection[] {
  const sections: DetailSection[] = form.sections.map((section) => ({
    title: section.title,
    readerTitle: section.readerTitle ?? section.title,
    items: section.fields.flatMap((name) => {
      const field = form.fields[name]
      if (field === undefined) return []
      const text = storedText(field, answers[name], 'format')
      if (text === '' && field.shown !== undefined && !holds(field.shown, answers)) return []
      return [{ name, label: field.label, kind: isOnlyNamed(answers[name]) ? 'text' : field.kind, text }]
    }),
  }))
  const left = Object.entries(answers).filter(([name]) => !Object.hasOwn(form.fields, name))
  if (left.length > 0)
    sections.push({
      title: 'No longer asked',
      readerTitle: 'No longer asked',
      items: left.map(([name, value]) => ({ name, label: name, kind: 'text', text: plain(value) })),
    })
  return sections.filter((section) => section.items.length > 0)
}
