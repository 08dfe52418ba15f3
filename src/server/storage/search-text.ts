import type { Application } from '../../applications/application.ts'
import type { Forms } from '../../forms/definitions/all.ts'

/** Every text in a value, however deep. */
export const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  return []
}

/**
 * The texts of the answers by which an application is found: as they were sent and, with the forms, as they are shown. A choice is found by its
 * value and by its label.
 */
export function searchTexts({ formType, answers }: Pick<Application, 'formType' | 'answers'>, forms?: Forms): readonly string[] {
  const sent = textsIn(answers)
  if (forms === undefined) return sent
  const shown = Object.entries(forms[formType].fields).map(([name, field]) => field.format(answers[name] ?? field.blank))
  return [...sent, ...shown.filter((text) => !sent.includes(text))]
}
