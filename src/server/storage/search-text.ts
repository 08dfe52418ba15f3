import type { Application } from '../../applications/application.ts'
import type { Forms } from '../../forms/definitions/all.ts'

/** The texts that an application is found by, beside its applicant's name, address and company. */
export type SearchText = (application: Application) => readonly string[]

/** Every text in a value, however deep. */
export const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  return []
}

/** Answers as they were sent, and as they are shown: a choice is found by its value and by its label. */
export const searchTextFrom =
  (forms: Forms): SearchText =>
  ({ formType, answers }) => {
    const sent = textsIn(answers)
    const shown = Object.entries(forms[formType].fields).map(([name, field]) => field.format(answers[name] ?? field.blank))
    return [...sent, ...shown.filter((text) => !sent.includes(text))]
  }
