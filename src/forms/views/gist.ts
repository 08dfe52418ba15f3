import { type Answers, type Form, inOrder } from '../form.ts'
import { storedText } from './stored.ts'

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
