import { isEmail, readableAddress } from '../../shared/mailbox.ts'
import { translate } from '../../shared/translate.ts'
import type { Field } from '../form.ts'
import { parseText, type TextSettings, textValue } from './text.ts'

/** A typed address as it is stored, cleaned; undefined when it is not valid. */
export const readEmail = (typed: unknown): string | undefined => {
  const address = typeof typed === 'string' ? readableAddress(typed) : ''
  return isEmail(address) ? address : undefined
}

export const invalidEmail = 'Please enter a valid email address'

/** An e-mail address. */
export const email = (label = 'Email', { limit = 320, required = true, ...settings }: TextSettings = {}): Field<string> => ({
  kind: 'email',
  label,
  required,
  limit,
  input: { autocomplete: 'email', inputMode: 'email' },
  ...settings,
  ...textValue,
  parse: parseText(label, limit, readableAddress, (text) => (isEmail(text) ? undefined : translate(invalidEmail))),
})
