import type { Field } from '../form.ts'
import { parseText, type TextSettings, textValue } from './text.ts'

/**
 * The specification's "simple email pattern": something, an at sign, names joined by dots; no spaces, nothing invisible, and none of
 * the signs that would make one address two in a mail header.
 */
const pattern = /^[^\s\p{Cc}\p{Cf}@,;:<>()[\]"\\]+@(?:[^\s\p{Cc}\p{Cf}@,;:<>()[\]"\\.]+\.)+[^\s\p{Cc}\p{Cf}@,;:<>()[\]"\\.]+$/u

export const isEmail = (text: string): boolean => text.length <= 254 && pattern.test(text)

export const invalidEmail = 'Please enter a valid email address'

/** An address that its owner recognises, and nobody else learns: `n•••@example.com`. */
export const masked = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1•••')

/** An e-mail address; space around it is no fault. */
export const email = (label = 'Email', { limit = 320, required = true, ...settings }: TextSettings = {}): Field<string> => ({
  kind: 'email',
  label,
  required,
  limit,
  input: { autocomplete: 'email', inputMode: 'email' },
  ...settings,
  ...textValue,
  parse: parseText(label, limit, (text) => (isEmail(text) ? undefined : invalidEmail)),
})
