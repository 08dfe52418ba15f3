import type { Field } from '../form.ts'

/** A value of any shape as text, for an answer that its field does not know. */
export function plain(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  // a file of which a spreadsheet had no more than the name
  if (typeof value === 'object' && 'size' in value && 'name' in value) return plain(value.name)
  if (Array.isArray(value)) return value.map(plain).join(', ')
  return JSON.stringify(value)
}

/**
 * A stored answer as text. Forms change while answers stay: one that the field would not take today (an option that is gone, a list
 * where text is asked now) is told as it stands, never lost, and breaks nothing.
 */
export function storedText(field: Field, value: unknown, as: 'format' | 'wire'): string {
  const parsed = field.parse(value)
  return parsed.ok ? field[as](parsed.value) : plain(value)
}
