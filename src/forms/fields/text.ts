import { countCharacters } from '../../shared/characters.ts'
import { cleanCode, cleanText } from '../../shared/clean.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { translate } from '../../shared/translate.ts'
import type { Field, FieldFault, InputHints, Requirement } from '../form.ts'

/** Settings of a field of any kind; `required` is true by default. */
export interface FieldSettings {
  readonly hint?: string
  readonly required?: Requirement
  readonly shown?: { readonly field: string; readonly is: string }
}

export interface TextSettings extends FieldSettings {
  readonly limit?: number
  readonly input?: InputHints
}

/** Whether a text has no lone surrogates. Chrome 111 and Safari 16.4 have a built-in test, which is faster. */
const isWellFormed = (text: string): boolean =>
  typeof text.isWellFormed === 'function' ? text.isWellFormed() : !/\p{Surrogate}/u.test(text)

/** Replaces each lone surrogate with U+FFFD. */
export const toWellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

/** Writes a number of characters: `20,000`. A format that is made when the script begins would keep every page with a form for it. */
export const number = (count: number): string => count.toLocaleString('en-US')

/** Whether both databases can store a text unchanged: it has no NUL and no lone surrogate. */
const isStorable = (text: string): boolean => !text.includes('\0') && isWellFormed(text)

/**
 * Parses a typed answer of at most `limit` characters. `clean` removes what nobody typed on purpose. `check` validates the trimmed text, if it is not blank.
 */
export function parseText(
  label: string,
  limit: number,
  clean: (text: string) => string = (text) => text,
  check?: (text: string) => FieldFault | undefined,
) {
  return (raw: unknown): Result<string, FieldFault> => {
    if (raw === undefined || raw === null) return ok('')
    const typed = typeof raw === 'number' ? String(raw) : raw
    if (typeof typed !== 'string') return fail(translate`${label} must be text`)
    if (!isStorable(typed)) return fail(translate`${label} contains a character that cannot be stored`)
    const text = clean(typed)
    // A text has at least as many UTF-16 units as characters.
    const count = text.length > limit ? countCharacters(text) : 0
    if (count > limit) return fail(translate`${label} can have ${number(limit)} characters at most; this has ${number(count)}`)
    const fault = text.trim() === '' ? undefined : check?.(text.trim())
    return fault === undefined ? ok(text) : fail(fault)
  }
}

/** Matches an answer of only spaces and invisible characters, which is blank. */
const invisible = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** The part that all kinds with a text value share. */
export const textValue = {
  blank: '',
  isBlank: (value: string): boolean => invisible.test(value),
  format: (value: string): string => value,
  wire: (value: string): string => value,
} as const

/** One line of text. */
export const text = (label: string, { limit = 500, required = true, ...settings }: TextSettings = {}): Field<string> => ({
  kind: 'text',
  label,
  required,
  limit,
  ...settings,
  ...textValue,
  parse: parseText(label, limit, cleanText),
})

/** Text of several lines; `rows` is the height of its input, 2 to 5. */
export const textarea = (
  label: string,
  { rows = 4, limit = 20_000, required = true, ...settings }: TextSettings & { readonly rows?: 2 | 3 | 4 | 5 } = {},
): Field<string> => ({
  kind: 'textarea',
  label,
  required,
  limit,
  rows,
  ...settings,
  ...textValue,
  parse: parseText(label, limit),
})

/** A telephone number in any notation. */
export const tel = (label = 'Phone', { limit = 60, required = true, ...settings }: TextSettings = {}): Field<string> => ({
  kind: 'tel',
  label,
  required,
  limit,
  input: { autocomplete: 'tel', inputMode: 'tel' },
  ...settings,
  ...textValue,
  parse: parseText(label, limit, cleanCode),
})

/** A URL, with or without a scheme (`www.example.in`). */
export const url = (
  label = 'Website',
  { limit = 2_048, required = true, input, ...settings }: TextSettings = {},
): Field<string> => ({
  kind: 'url',
  label,
  required,
  limit,
  input: { autocomplete: 'url', inputMode: 'url', ...input },
  ...settings,
  ...textValue,
  parse: parseText(label, limit, cleanCode),
})
