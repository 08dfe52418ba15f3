import type { Field } from '../form.ts'
import { parseText, type TextSettings, textValue } from './text.ts'

/** A telephone number, in whatever shape people have it. */
export const tel = (label = 'Phone', { limit = 60, required = true, ...settings }: TextSettings = {}): Field<string> => ({
  kind: 'tel',
  label,
  required,
  limit,
  input: { autocomplete: 'tel', inputMode: 'tel' },
  ...settings,
  ...textValue,
  parse: parseText(label, limit),
})
