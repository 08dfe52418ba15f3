import type { Forms } from '../../forms/definitions/all.ts'
import { isFileField } from '../../forms/fields/file.ts'
import type { Field, Form } from '../../forms/form.ts'
import type { Caps } from './body.ts'

const kilobyte = 1024

/**
 * The limits of a submission: the answers of the longest form in their longest encoding (a character outside the basic plane takes 12 bytes, percent-encoded
 * or as JSON escapes), its files, and some space for other values.
 */
export function capsOf(forms: Forms): Caps {
  const most = (size: (field: Field) => number): number =>
    Math.max(
      ...Object.values(forms).map(({ fields }: Form) => Object.values(fields).reduce((sum, field) => sum + size(field), 0)),
    )
  const files = 3 * kilobyte * kilobyte + most((field) => (isFileField(field) ? field.maxSize : 0))
  // A question may have no limit.
  const text = Math.min(256 * kilobyte + 12 * most(({ limit = 0 }) => limit), files)
  return { text, files, names: 200, levels: 3 }
}
