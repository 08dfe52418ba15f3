import type { Field } from '../form.ts'
import { parseText, type TextSettings, textValue } from './text.ts'

/** A web address, in whatever shape people have it: `www.example.in` will do. */
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
  parse: parseText(label, limit),
})
