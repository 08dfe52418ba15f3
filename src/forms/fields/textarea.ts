import type { Field } from '../form.ts'
import { parseText, type TextSettings, textValue } from './text.ts'

/** Text of several lines; `rows` is how tall its input is, 2 to 5. */
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
