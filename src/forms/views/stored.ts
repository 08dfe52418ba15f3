import type { Field } from '../form.ts'

/** A value of any shape as text, for an answer that its field cannot parse. */
export function plain(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  // a file of which a spreadsheet had no more than the name
  if (typeof value === 'object' && 'size' in value && 'name' in value) return plain(value.name)
  if (Array.isArray(value)) return value.map(plain).join(', ')
  return JSON.stringify(value)
}

/**
 * A stored answer as text. An answer outlives changes of its form: one that the field would refuse today (a removed option, a list where a text is
 * expected now) is returned as it is stored.
 */
export function storedText(field: Field, value: unknown, as: 'format' | 'wire'): string {
  const parsed = field.parse(value)
  return parsed.ok ? field[as](parsed.value) : plain(value)
}
