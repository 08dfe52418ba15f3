import type { Form } from '../../../../forms/form.ts'
import type { Chance } from '../chance.ts'
import type { Texts } from '../texts.ts'

/** A filled-in form, as it would come over the wire. */
export type Raw = Readonly<Record<string, unknown>>

export interface Submission {
  readonly chance: Chance
  readonly form: Form
  /** Counts the submissions of the form, from 0, so that no text is used twice before every text was used once. */
  readonly n: number
  readonly texts: Texts
}

/** Fills in a form. */
export type Writer = (submission: Submission) => Raw

/** One of the options that a field offers, whatever they are. */
export function option({ chance, form }: Submission, field: string): string {
  const offered = form.fields[field]?.options
  if (offered === undefined) throw new Error(`${form.type}: ${field} offers no options`)
  return chance.pick(offered).value
}

/** One of the options from the `first` to the `last`, counted from 0: lists of sizes and sums go from small to large. */
export const within = ({ chance, form }: Submission, field: string, first: number, last: number): string =>
  chance.pick((form.fields[field]?.options ?? []).slice(first, last + 1)).value

/** `value` where the field offers it, any other option where it does not. */
export const optionOr = (submission: Submission, field: string, value: string): string =>
  submission.form.fields[field]?.options?.some((candidate) => candidate.value === value) ? value : option(submission, field)

/** The `n`th of a list, and from the beginning again after the last. */
export function nth<T>(list: readonly T[], n: number): T {
  const item = list[n % list.length]
  if (item === undefined) throw new Error('The list is empty')
  return item
}

/** An optional answer: given in about `share` of all cases. */
export const maybe = (chance: Chance, share: number, text: string): string => (chance.is(share) ? text : '')
