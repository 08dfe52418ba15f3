import type { Form } from '../../../forms/form.ts'
import type { Chance } from '../chance.ts'
import type { Texts } from '../texts.ts'

/** The values of a filled-in form, in the form of a request. */
export type Raw = Readonly<Record<string, unknown>>

interface Submission {
  readonly chance: Chance
  readonly form: Form
  /** The index of the submission among those of the form. Each text is used once before any text is used twice. */
  readonly n: number
  readonly texts: Texts
}

/** Fills in a form. */
export type Writer = (submission: Submission) => Raw

/** Any option of a field. */
export function option({ chance, form }: Submission, field: string): string {
  const offered = form.fields[field]?.options
  if (offered === undefined) throw new Error(`${form.type}: ${field} offers no options`)
  return chance.pick(offered).value
}

/** Any option with an index from `first` to `last`. Lists of sizes and amounts go from small to large. */
export const within = ({ chance, form }: Submission, field: string, first: number, last: number): string =>
  chance.pick((form.fields[field]?.options ?? []).slice(first, last + 1)).value

/** `value` if the field has this option, otherwise any option. */
export const optionOr = (submission: Submission, field: string, value: string): string =>
  submission.form.fields[field]?.options?.some((candidate) => candidate.value === value) ? value : option(submission, field)

/** The `n`th item of a list. After the last item it begins again. */
export function nth<T>(list: readonly T[], n: number): T {
  const item = list[n % list.length]
  if (item === undefined) throw new Error('The list is empty')
  return item
}

/** An optional answer: `text` in about `share` of all cases, otherwise empty. */
export const maybe = (chance: Chance, share: number, text: string): string => (chance.is(share) ? text : '')
