import { fail, ok, type Result } from '../../shared/result.ts'
import type { Field, FieldFault, InputHints, Requirement } from '../form.ts'

/** What a field of any kind may be given; `required` unless it says otherwise. */
export interface Asked {
  readonly hint?: string
  readonly required?: Requirement
  readonly shown?: { readonly field: string; readonly is: string }
}

export interface Written extends Asked {
  readonly limit?: number
  readonly input?: InputHints
}

/** The number of characters as people and both sides count them: code points, a line break as one. */
export const countCharacters = (text: string): number => {
  let count = 0
  for (const _ of text.replace(/\r\n?/g, '\n')) count += 1
  return count
}

const number = new Intl.NumberFormat('en-US')

/** Text that databases keep as it is: no NUL, no half of a surrogate pair. */
const isKeepable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Reads a written answer as it stands, within `limit`; `check` has the last word on one that is not blank. */
export function parseText(label: string, limit: number, check?: (text: string) => FieldFault | undefined) {
  return (raw: unknown): Result<string, FieldFault> => {
    if (raw === undefined || raw === null) return ok('')
    const text = typeof raw === 'number' ? String(raw) : raw
    if (typeof text !== 'string') return fail(`${label} must be text`)
    if (!isKeepable(text)) return fail(`${label} contains a character that cannot be kept`)
    const count = countCharacters(text)
    if (count > limit)
      return fail(`${label} can have ${number.format(limit)} characters at most; this has ${number.format(count)}`)
    const fault = text.trim() === '' ? undefined : check?.(text.trim())
    return fault === undefined ? ok(text) : fail(fault)
  }
}

/** What every kind whose value is one text shares. */
export const written = {
  blank: '',
  isBlank: (value: string): boolean => value.trim() === '',
  format: (value: string): string => value,
  wire: (value: string): string => value,
} as const

/** One line of text. */
export const text = (label: string, { limit = 500, required = true, ...asked }: Written = {}): Field<string> => ({
  kind: 'text',
  label,
  required,
  limit,
  ...asked,
  ...written,
  parse: parseText(label, limit),
})
