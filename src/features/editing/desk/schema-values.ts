import type { FieldSchema } from '../../../api/site-content.ts'

export type Group = Readonly<Record<string, unknown>>

export const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether this is the schema of one value of a list, which has a name: it is in every list, once. */
export const isNamed = ({ properties = {} }: FieldSchema): boolean =>
  Object.values(properties).some((part) => part.const !== undefined)

/** A new value of a field. */
export function emptyOf({
  type,
  properties = {},
  required = [],
  anyOf,
  enum: options,
  const: only,
  minimum,
  prefixItems,
  format,
}: FieldSchema): unknown {
  if (only !== undefined) return only
  if (format === 'own-name') return `own${String(Math.random()).slice(2, 8)}`
  if (options !== undefined) return options[0]
  if (anyOf?.[0] !== undefined) return emptyOf(anyOf[0])
  if (prefixItems !== undefined) return prefixItems.map(emptyOf)
  if (type === 'array') return []
  if (type === 'object') return Object.fromEntries(required.map((name) => [name, emptyOf(properties[name] ?? {})]))
  if (type === 'boolean') return false
  return type === 'integer' || type === 'number' ? (minimum ?? 0) : ''
}

/** Whether a value has the shape of one of several schemas. */
export function fits({ type, const: only, required = [], properties = {} }: FieldSchema, value: unknown): boolean {
  if (only !== undefined) return value === only
  if (type === 'object')
    return (
      isGroup(value) &&
      required.every((name) => name in value) &&
      Object.entries(properties).every(([name, part]) => part.const === undefined || part.const === value[name])
    )
  return type === 'string' && typeof value === 'string'
}

/** For search results, addresses, and people who do not see a picture: folded once it is written. */
export const unseenNames: readonly string[] = ['meta', 'slug', 'formerSlugs', 'alt']

/** Whether a text in it is not written. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === '' || (isGroup(value) && Object.values(value).some(isBlank))
