import type { Field } from '../form.ts'
import { parseText, type Written, written } from './text.ts'

/** A telephone number, in whatever shape people have it. */
export const tel = (label = 'Phone', { limit = 60, required = true, ...asked }: Written = {}): Field<string> => ({
  kind: 'tel',
  label,
  required,
  limit,
  input: { autocomplete: 'tel', inputMode: 'tel' },
  ...asked,
  ...written,
  parse: parseText(label, limit),
})
