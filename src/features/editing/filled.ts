import { type FieldSchema, labelOf } from '../../api/site-content.ts'
import { builtPaths } from '../../server/editing/content-faults.ts'
import { isPictureFolder } from '../../shared/stored-pictures.ts'

/** What stands for a text that nobody has written yet. `today`: a day. */
function standIn(name: string, { title, format, enum: options, minLength = 1, pattern }: FieldSchema, today: string): string {
  if (options?.[0] !== undefined) return options[0]
  if (format === 'date') return today
  if (format === 'email') return 'name@site.example'
  if (format !== undefined && isPictureFolder(format)) {
    const folder = `content/${format}/`
    const picture = builtPaths.pictures.find((file) => file.startsWith(folder))
    return picture?.slice(folder.length) ?? ''
  }
  if (pattern?.startsWith('^https')) return 'https://site.example/page'
  if (name === 'to' || name === 'applicationLink') return '/apply'
  const label = title ?? labelOf(name)
  return label.repeat(Math.ceil(minLength / label.length))
}

/** A value in which each text that is missing is its label, so that its page can be drawn before the document is complete. */
export function filled(value: unknown, schema: FieldSchema, today: string, name = 'entry'): unknown {
  const { type, properties = {}, required = [], items, prefixItems, minItems = 0, anyOf } = schema
  if (anyOf !== undefined || schema.const !== undefined) return value
  if (type === 'object') {
    const group = (value ?? {}) as Readonly<Record<string, unknown>>
    const names = [...new Set([...Object.keys(group), ...required])]
    return Object.fromEntries(
      names.map((key) => [key, properties[key] === undefined ? group[key] : filled(group[key], properties[key], today, key)]),
    )
  }
  if (type === 'array') {
    const entries = Array.isArray(value) ? value : []
    const missing = Array.from({ length: Math.max(0, minItems - entries.length) }, () => undefined)
    return [...entries, ...missing].map((entry, at) => filled(entry, prefixItems?.[at] ?? items ?? {}, today, name))
  }
  if (type === 'boolean') return value ?? false
  if (type === 'integer' || type === 'number') return value ?? schema.minimum ?? 0
  return typeof value !== 'string' || value.trim() === '' ? standIn(name, schema, today) : value
}
