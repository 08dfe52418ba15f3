import { type Answers, type Fields, type Form, holds } from '../form.ts'
import { plain, storedText } from './stored.ts'

export interface DetailItem {
  readonly name: string
  readonly label: string
  readonly kind: Fields[string]['kind']
  /** The answer as text; empty where nothing was said. */
  readonly text: string
}

export interface DetailSection {
  readonly title: string
  /** For who reads the answers of somebody else. */
  readonly readerTitle: string
  readonly items: readonly DetailItem[]
}

/** A file that came out of a spreadsheet, which has its name and not its bytes. */
const isOnlyNamed = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'size' in value && value.size === 0

/**
 * A submission to be read: its answers as text under their questions, by section. Questions that were not asked are left out;
 * answers to questions that the form no longer asks come last, under their names.
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
