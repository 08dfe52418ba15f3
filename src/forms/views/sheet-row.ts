import type { Answers, Form } from '../form.ts'
import { storedText } from './stored.ts'

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
