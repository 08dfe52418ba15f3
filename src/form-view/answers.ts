import { type Field, type Form, holds, inOrder } from '../forms/form.ts'

/** Answers as they come from a page or over the wire: not read yet, so of any shape. */
export type Raw = Readonly<Record<string, unknown>>

/** What stands in an input of one text. */
export const rawText = (raw: Raw | undefined, name: string): string | undefined => {
  const value = raw?.[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

/** The chosen values of an input of several. */
export const rawList = (raw: Raw | undefined, name: string): readonly string[] => {
  const value = raw?.[name]
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string')
  return typeof value === 'string'
    ? value
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '')
    : []
}

/** Whether `field` is asked, given the other answers. */
export const isShown = (field: Field, raw: Raw): boolean => field.shown === undefined || holds(field.shown, raw)

/** Whether nothing was said in a raw answer. */
export const isBlankRaw = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Whether nothing at all was said. */
export const isEmpty = (form: Form, raw: Raw): boolean => inOrder(form).every(([name]) => isBlankRaw(raw[name]))
