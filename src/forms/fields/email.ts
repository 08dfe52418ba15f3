import { machineAddress, readableAddress } from '../../shared/mailbox.ts'
import type { Field } from '../form.ts'
import { parseText, type TextSettings, textValue } from './text.ts'

/**
 * The specification's "simple email pattern": some text, an at sign, names joined by dots. It allows no spaces, no invisible characters, and no
 * characters that separate addresses in a mail header.
 */
const pattern = /^[^\s\p{Cc}\p{Cf}@,;:<>()[\]"\\]+@(?:[^\s\p{Cc}\p{Cf}@,;:<>()[\]"\\.]+\.)+[^\s\p{Cc}\p{Cf}@,;:<>()[\]"\\.]+$/u

export const isEmail = (text: string): boolean => text.length <= 254 && pattern.test(text) && machineAddress(text) !== undefined

/** A typed address as it is stored, cleaned; undefined when it is not valid. */
export const readEmail = (typed: unknown): string | undefined => {
  const address = typeof typed === 'string' ? readableAddress(typed) : ''
  return isEmail(address) ? address : undefined
}

export const invalidEmail = 'Please enter a valid email address'

/** A masked address, which only its owner recognises: `n•••@example.com`. */
export const masked = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1•••')

/** An e-mail address. */
export const email = (label = 'Email', { limit = 320, required = true, ...settings }: TextSettings = {}): Field<string> => ({
  kind: 'email',
  label,
  required,
  limit,
  input: { autocomplete: 'email', inputMode: 'email' },
  ...settings,
  ...textValue,
  parse: parseText(label, limit, readableAddress, (text) => (isEmail(text) ? undefined : invalidEmail)),
})
