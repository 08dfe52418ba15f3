import { isFileField } from '../../../forms/fields/file.ts'
import type { Field } from '../../../forms/form.ts'
import type { Cell } from './tabs.ts'

/** A cell as the text that a person sees in it. */
export const textOf = (cell: Cell | undefined): string =>
  cell instanceof Date
    ? cell
        .toISOString()
        .replace('T', ' ')
        .replace(/\.000Z$/, '')
    : String(cell ?? '')

/** The option with this label or value, ignoring case; undefined without a match. */
function optionOf({ options = [] }: Field, text: string): string | undefined {
  const same = text.trim().toLowerCase()
  const match =
    options.find(({ value }) => value === text) ??
    options.find(({ label }) => label === text) ??
    options.find(({ value, label }) => [value, label].some((name) => name.toLowerCase() === same))
  return match?.value
}

/** A text as the field would have got it from its form: options by their value. */
function wire(field: Field, text: string): unknown {
  if (field.kind === 'select' || field.kind === 'radio') return optionOf(field, text) ?? text
  if (field.kind !== 'multiselect') return text
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '').map((part) => optionOf(field, part) ?? part)
}

/**
 * Parses an answer of a spreadsheet. An answer that the form would refuse today (a removed option, a text that is too long) is returned
 * unchanged, with the reason as `fault`. Of a file, spreadsheets have the name only.
 */
export function readAnswer(field: Field, text: string): { readonly value: unknown; readonly fault?: string } {
  if (isFileField(field)) {
    const [name = ''] = text.split('\n')
    return { value: name.trim() === '' ? null : { name: name.trim(), size: 0, type: '' } }
  }
  const raw = wire(field, text)
  const parsed = field.parse(raw)
  return parsed.ok ? { value: parsed.value } : { value: raw, fault: parsed.fault }
}
