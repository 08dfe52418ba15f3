import { type Answers, type Form, inOrder } from '../../forms/form.ts'
import { storedText } from '../../forms/views/as-text.ts'

/** Every text in a value, however deep. */
export const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  return []
}

/** Answers as they are shown, where that is not as they were sent: the labels of choices. None without the form. */
export function labelsOf(answers: Answers, form: Form | undefined): readonly string[] {
  if (form === undefined) return []
  return inOrder(form).flatMap(([name, field]) => {
    if (field.options === undefined) return []
    const answer = answers[name] ?? field.blank
    const shown = storedText(field, answer, 'format')
    return shown === answer || shown === '' ? [] : [shown]
  })
}
