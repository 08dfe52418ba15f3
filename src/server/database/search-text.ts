import { type Answers, type Form, inOrder } from '../../forms/form.ts'
import { storedText } from '../../forms/views/as-text.ts'

/** Every text in a nested value. */
export const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  return []
}

/** The labels of chosen options that differ from the stored values; none without the form. */
export function labelsOf(answers: Answers, form: Form | undefined): readonly string[] {
  if (form === undefined) return []
  return inOrder(form).flatMap(([name, field]) => {
    if (field.options === undefined) return []
    const answer = answers[name] ?? field.blank
    const shown = storedText(field, answer, 'format')
    return shown === answer || shown === '' ? [] : [shown]
  })
}
