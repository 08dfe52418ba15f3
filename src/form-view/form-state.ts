import { isFileField } from '../forms/fields/file.ts'
import { countCharacters } from '../forms/fields/text.ts'
import { type Form, inOrder } from '../forms/form.ts'
import type { Raw } from './answers.ts'
import { type PartsDone, partsDone, worthCounting } from './parts-done.ts'

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
