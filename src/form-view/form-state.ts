import { isFileField } from '../forms/fields/file.ts'
import { type Form, inOrder, isRequired } from '../forms/form.ts'
import { countCharacters } from '../shared/characters.ts'
import { isBlankRaw, isEmpty, isShown, type Raw } from './answers.ts'

/** The parts of a form: which are shown, and which are complete. */
interface PartsDone {
  /** The index of the current part. */
  readonly current: number
  readonly done: readonly boolean[]
  readonly shown: readonly boolean[]
}

/** A part is done if all required fields are answered, and at least one field. */
export function partsDone(form: Form, raw: Raw, current: number): PartsDone {
  const parts = form.sections.map((section) => {
    const fields = section.fields.flatMap((name) => {
      const field = form.fields[name]
      return field !== undefined && isShown(field, raw) ? [{ field, blank: isBlankRaw(raw[name]) }] : []
    })
    return {
      shown: fields.length > 0,
      done: fields.some(({ blank }) => !blank) && fields.every(({ field, blank }) => !blank || !isRequired(field, raw)),
    }
  })
  return { current, done: parts.map(({ done }) => done), shown: parts.map(({ shown }) => shown) }
}

/** Whether to show the character count of an answer: near the limit, or above it. */
export const isCountShown = (count: number, limit: number): boolean => count >= limit * (limit <= 2_000 ? 0.5 : 0.75)

export interface FormState {
  /** The answers that other questions depend on. */
  readonly deciding: Raw
  /** Counts of characters by field, where they are shown. */
  readonly counts: Readonly<Record<string, number>>
  readonly files: Readonly<Record<string, { readonly name: string; readonly size: number }>>
  readonly parts: PartsDone
  /** The share of the required questions that are answered, 0 to 1. */
  readonly answered: number
  /** The idempotency key of the draft, from which its kolam is drawn; empty until there is a draft. */
  readonly key: string
}

/** The share of the required questions that are answered, 0 to 1. Optional questions do not count, and nothing is answered by a choice that was preselected. */
function answeredShare(form: Form, raw: Raw): number {
  const required = inOrder(form).filter(([, field]) => isShown(field, raw) && isRequired(field, raw))
  const answered = required.filter(([name]) => !isBlankRaw(raw[name]))
  return required.length === 0 || isEmpty(form, raw) ? 0 : answered.length / required.length
}

export function formStateOf(form: Form, raw: Raw, current: number, key = ''): FormState {
  const deciding: Record<string, unknown> = {}
  const counts: Record<string, number> = {}
  const files: Record<string, { name: string; size: number }> = {}
  for (const [name, field] of inOrder(form)) {
    for (const condition of [field.shown, field.required])
      if (typeof condition === 'object') deciding[condition.field] = raw[condition.field]
    const value = raw[name]
    if (isFileField(field) && value instanceof File) files[name] = { name: value.name, size: value.size }
    // There are at most as many characters as UTF-16 units, so most answers need no counting.
    if (field.limit === undefined || typeof value !== 'string' || !isCountShown(value.length, field.limit)) continue
    const count = countCharacters(value)
    if (isCountShown(count, field.limit)) counts[name] = count
  }
  return { deciding, counts, files, parts: partsDone(form, raw, current), answered: answeredShare(form, raw), key }
}
