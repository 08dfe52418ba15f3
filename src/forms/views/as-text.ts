import { type Answers, type Field, type Fields, type Form, holds, inOrder } from '../form.ts'

// Stored answers as text, for each of their readers.

/** A value of any shape as text, for an answer that its field cannot parse. */
export function plain(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  // a file of which a spreadsheet had no more than the name
  if (typeof value === 'object' && 'size' in value && 'name' in value) return plain(value.name)
  if (Array.isArray(value)) return value.map(plain).join(', ')
  return JSON.stringify(value)
}

/**
 * A stored answer as text. An answer outlives changes of its form: one that the field would refuse today (a removed option, a list where a text is
 * expected now) is returned as it is stored.
 */
export function storedText(field: Field, value: unknown, as: 'format' | 'wire'): string {
  const parsed = field.parse(value)
  return parsed.ok ? field[as](parsed.value) : plain(value)
}

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

/** The end of a sentence, in Latin and Indian scripts, or a line. */
const end = /[.!?।](?=\s)|\n/

/** What an application is about, in one line: the first sentence of its first long answer; empty without one. */
export function gist(form: Form, answers: Answers): string {
  for (const [name, field] of inOrder(form)) {
    const text = field.kind === 'textarea' ? storedText(field, answers[name], 'format').trim() : ''
    if (text !== '') return text.slice(0, (end.exec(text)?.index ?? text.length) + 1).trim()
  }
  return ''
}

/** An answer that is another one now. Texts, as they are shown; empty for no answer. */
export interface Difference {
  readonly name: string
  readonly label: string
  readonly from: string
  readonly to: string
}

/** The answers of a form that differ, in its order. A file differs by its name or size, or when it was chosen anew. */
export const differences = (form: Form, before: Answers, after: Answers): readonly Difference[] =>
  inOrder(form).flatMap(([name, field]) => {
    const [from, to] = [before, after].map((answers) => storedText(field, answers[name] ?? field.blank, 'format'))
    const same = field.kind === 'file' ? before[name] === after[name] || (from === '' && to === '') : from === to
    return from === undefined || to === undefined || same ? [] : [{ name, label: field.label, from, to }]
  })

/**
 * The form's fields by name, as the spreadsheet has them (contract, section 6): values as sent, lists joined by a comma and a
 * space, a file's name, and the submitter's address on a line of its own under the text that the specification names.
 */
export function sheetRow(form: Form, answers: Answers, ip: string): Record<string, string> {
  const row: Record<string, string> = {}
  for (const [name, field] of Object.entries(form.fields)) {
    const text = storedText(field, answers[name], 'wire')
    row[name] = name === form.ipGoesTo ? `${text}\nSubmitted from IP: ${ip}` : text
  }
  return row
}
