import { type Answers, type Field, type Fields, type Form, holds, inOrder } from '../form.ts'

// Stored answers as text: for the desk, mail, exports and the spreadsheet.

/** A value of any type as text, for an answer that its field cannot parse. */
export function plain(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  // A file that was imported from a spreadsheet, which has only its name.
  if (typeof value === 'object' && 'size' in value && 'name' in value) return plain(value.name)
  if (Array.isArray(value)) return value.map(plain).join(', ')
  return JSON.stringify(value)
}

/**
 * A stored answer as text. If the form has changed and its field would refuse the answer today (a removed option, a list where a text is expected now),
 * the answer is returned as it is stored.
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

/** Whether this is the file of an imported row, which has only a name. */
const isOnlyNamed = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'size' in value && value.size === 0

/**
 * The answers as text, with their labels, by section. Fields that were not shown are left out. Answers of fields that the form no longer has come
 * last, with the field names as labels.
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
  const left = Object.entries(answers).filter(([name]) => !Object.keys(form.fields).includes(name))
  if (left.length > 0)
    sections.push({
      title: 'No longer asked',
      readerTitle: 'No longer asked',
      items: left.map(([name, value]) => ({ name, label: name, kind: 'text', text: plain(value) })),
    })
  return sections.filter((section) => section.items.length > 0)
}

/** The end of a sentence in Latin and Indian scripts, or of a line. */
const end = /[.!?।](?=\s)|\n/

/** The first sentence of a text, or its first line. */
export const firstSentence = (text: string): string => text.slice(0, (end.exec(text)?.index ?? text.length) + 1).trim()

/** The characters of a gist at most: what a wide row has room for. */
const gistLength = 240

/** The beginning of a text in one line, cut at a word. */
function beginning(text: string): string {
  const line = text.slice(0, gistLength + 1).replace(/\s+/g, ' ')
  if (text.length <= gistLength) return line
  const lastSpace = line.lastIndexOf(' ')
  return `${line.slice(0, lastSpace > 0 ? lastSpace : gistLength)}…`
}

/** A summary of an application in one line: the beginning of its first long answer; empty if there is none. */
export function gist(form: Form, answers: Answers): string {
  for (const [name, field] of inOrder(form)) {
    const text = field.kind === 'textarea' ? storedText(field, answers[name], 'format').trim() : ''
    if (text !== '') return beginning(text)
  }
  return ''
}

/** An answer that has changed. The texts are as they are shown; empty for no answer. */
export interface ChangedAnswer {
  readonly name: string
  readonly label: string
  readonly from: string
  readonly to: string
}

/** The answers that differ, in the form's order. A file differs if its name or size does, or if it was chosen again. */
export const changedAnswers = (form: Form, before: Answers, after: Answers): readonly ChangedAnswer[] =>
  inOrder(form).flatMap(([name, field]) => {
    const [from, to] = [before, after].map((answers) => storedText(field, answers[name] ?? field.blank, 'format'))
    const same = field.kind === 'file' ? before[name] === after[name] || (from === '' && to === '') : from === to
    return from === undefined || to === undefined || same ? [] : [{ name, label: field.label, from, to }]
  })

/**
 * The form's fields by name, in the format of the spreadsheet (contract, section 6): values as sent, lists joined by a comma and a space, the name of
 * a file, and the submitter's IP address on a separate line after the text that the specification names.
 */
export function sheetRow(form: Form, answers: Answers, ip: string): Record<string, string> {
  const row: Record<string, string> = {}
  for (const [name, field] of Object.entries(form.fields)) {
    const text = storedText(field, answers[name], 'wire')
    row[name] = name === form.ipGoesTo ? `${text}\nSubmitted from IP: ${ip}` : text
  }
  return row
}
