import { isFileField } from '../forms/fields/file.ts'
import { countCharacters } from '../forms/fields/text.ts'
import { type Form, inOrder, isRequired } from '../forms/form.ts'
import { isBlankRaw, isShown, type Raw } from './answers.ts'

/** How the parts of a form stand: which are asked at all, and which have all that they need. */
export interface PartsDone {
  /** The part at hand. */
  readonly current: number
  readonly done: readonly boolean[]
  readonly asked: readonly boolean[]
}

/** A part is done when what it needs is answered, and anything at all is. */
export function partsDone(form: Form, raw: Raw, current: number): PartsDone {
  const parts = form.sections.map((section) => {
    const shown = section.fields.flatMap((name) => {
      const field = form.fields[name]
      return field !== undefined && isShown(field, raw) ? [{ field, blank: isBlankRaw(raw[name]) }] : []
    })
    return {
      asked: shown.length > 0,
      done: shown.some(({ blank }) => !blank) && shown.every(({ field, blank }) => !blank || !isRequired(field, raw)),
    }
  })
  return { current, done: parts.map(({ done }) => done), asked: parts.map(({ asked }) => asked) }
}

/** The characters of long answers, where that is worth saying: near the limit, or past it. */
export const worthCounting = (count: number, limit: number): boolean => count >= limit * (limit <= 2_000 ? 0.5 : 0.75)

/** All of a form's appearance that follows from what stands in it. */
export interface FormLook {
  readonly deciding: Raw
  readonly counts: Readonly<Record<string, number>>
  readonly files: Readonly<Record<string, { readonly name: string; readonly size: number }>>
  readonly parts: PartsDone
}

export function lookOf(form: Form, raw: Raw, current: number): FormLook {
  const deciding: Record<string, unknown> = {}
  const counts: Record<string, number> = {}
  const files: Record<string, { name: string; size: number }> = {}
  for (const [name, field] of inOrder(form)) {
    for (const condition of [field.shown, field.required])
      if (typeof condition === 'object') deciding[condition.field] = raw[condition.field]
    const value = raw[name]
    if (isFileField(field) && value instanceof File) files[name] = { name: value.name, size: value.size }
    // there are at most as many characters as units: most answers need no counting
    if (field.limit === undefined || typeof value !== 'string' || !worthCounting(value.length, field.limit)) continue
    const count = countCharacters(value)
    if (worthCounting(count, field.limit)) counts[name] = count
  }
  return { deciding, counts, files, parts: partsDone(form, raw, current) }
}
