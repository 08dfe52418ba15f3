import type { Application } from '../../applications/application.ts'
import type { Forms } from '../../forms/definitions/all.ts'
import { type Form, inOrder } from '../../forms/form.ts'

/** Every text in a value, however deep. */
export const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  return []
}

/** Answers as they are shown, where that is not as they were sent: the labels of choices. None without the forms. */
export function labelsOf({ formType, answers }: Pick<Application, 'formType' | 'answers'>, forms?: Forms): readonly string[] {
  if (forms === undefined) return []
  return inOrder(forms[formType] as Form).flatMap(([name, field]) => {
    const answer = answers[name] ?? field.blank
    const shown = field.format(answer)
    return shown === answer || shown === '' ? [] : [shown]
  })
}
