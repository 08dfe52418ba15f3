import { type Answers, type Form, inOrder } from '../form.ts'
import { storedText } from './stored.ts'

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
