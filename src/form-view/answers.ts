import { type Field, type Form, holds, inOrder } from '../forms/form.ts'

/** Unparsed answers, from a page or a request: values of any type. */
export type Raw = Readonly<Record<string, unknown>>

/** The text for an input; undefined if the value is no text. */
export const rawText = (raw: Raw | undefined, name: string): string | undefined => {
  const value = raw?.[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

/** The chosen values of a multiple choice. */
export const rawList = (raw: Raw | undefined, name: string): readonly string[] => {
  const value = raw?.[name]
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string')
  return typeof value === 'string'
    ? value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
    : []
}

/** Whether `field` is shown, given the other answers. */
export const isShown = (field: Field, raw: Raw): boolean => field.shown === undefined || holds(field.shown, raw)

/** Whether a raw answer is blank. */
export const isBlankRaw = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** The choice that a select begins with: the only one there is; empty when there are several. */
export const firstChoice = ({ options = [] }: Field): string => {
  const [first, second] = options.filter(({ closed, retired }) => !closed && !retired)
  return second === undefined ? (first?.value ?? '') : ''
}

/** Whether nothing was answered. */
export const isEmpty = (form: Form, raw: Raw): boolean =>
  inOrder(form).every(([name, field]) => isBlankRaw(raw[name]) || raw[name] === firstChoice(field))
