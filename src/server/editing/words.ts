import {
  type ChangedField,
  entryName,
  entrySchema,
  type FieldSchema,
  fieldLabel,
  labelOf,
  type WordedField,
} from '../../api/site-content.ts'
import { isDay, longDate, startOfDay } from '../../shared/dates.ts'

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text, a number, a day or a choice as it is read. */
export function readable(value: unknown, { enum: options = [], names = [] }: FieldSchema = {}): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = String(value ?? '')
  return names[options.indexOf(text)] ?? (isDay(text) ? longDate(startOfDay(text)) : text)
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** A text as a part of a sentence. */
function quoted(value: unknown, schema: FieldSchema): string {
  const text = readable(value, schema)
  const isText = typeof value === 'string' && text === value && schema.enum === undefined && !/^\S+$/.test(text)
  return isText ? `“${text.length > 300 ? `${text.slice(0, 300).trimEnd()}…` : text}”` : text
}

/** A value in words: `starts on 15 March 2027, apply by 15 February 2027`. `named`: what was said of it already. */
function inWords(value: unknown, schema: FieldSchema = {}, named?: string): string {
  if (Array.isArray(value))
    return value
      .map((entry, at) => (isGroup(entry) ? inWords(entry, entrySchema(schema, at)) : readable(entry, entrySchema(schema, at))))
      .join(value.some(isGroup) ? '; ' : ', ')
  if (!isGroup(value)) return readable(value, schema)
  return Object.entries(value)
    .flatMap(([key, part]) => {
      const inner = entrySchema(schema, key) ?? {}
      const isSaid = part === undefined || part === '' || part === named || inner.format === 'hidden' || inner.const !== undefined
      if (isSaid || (Array.isArray(part) && part.length === 0)) return []
      const label = lowerFirst(inner.title ?? labelOf(key))
      return `${label} ${typeof part === 'object' ? inWords(part, inner) : quoted(part, inner)}`
    })
    .join(', ')
}

/** Changed fields for a person: where each is, and what it said and says, in words. A new document is its fields. */
export function worded(
  fields: readonly ChangedField[],
  schema: FieldSchema,
  before: unknown,
  after: unknown,
): readonly WordedField[] {
  return fields.flatMap(({ field, before: old, after: now }): readonly WordedField[] => {
    if (field.length === 0) {
      if (typeof old === 'string' && typeof now === 'string')
        return [{ field, label: 'Only notes or the form of its file changed: visitors see no difference' }]
      if (now === undefined) return [{ field, label: 'It is removed' }]
      if (old === undefined && isGroup(now))
        return worded(
          Object.entries(now).map(([key, part]) => ({ field: [key], after: part })),
          schema,
          before,
          after,
        ).filter(({ after: words }) => words !== '')
    }
    const inner = field.reduce<FieldSchema | undefined>((around, part) => around && entrySchema(around, part), schema)
    if (inner?.format === 'hidden') return []
    const label = fieldLabel(field, schema, now === undefined ? before : after)
    const isEntry = typeof field.at(-1) === 'number' && (old === undefined || now === undefined)
    const words = (value: unknown): string => inWords(value, inner, isEntry ? entryName(value).replace(/…$/, '') : undefined)
    if (isEntry)
      return [
        { field, label: `${label}, ${old === undefined ? 'added' : 'removed'}`, ...(now !== undefined && { after: words(now) }) },
      ]
    return [{ field, label, ...(old !== undefined && { before: words(old) }), ...(now !== undefined && { after: words(now) }) }]
  })
}
