// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/g

/** A fault for the first sign in a text that nobody sees and XML does not allow, as slides and chats leave them in what is copied; undefined without one. */
export function controlFault(text: string): string | undefined {
  const [sign] = text.match(control) ?? []
  const code = sign?.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return sign === undefined ? undefined : `an invisible sign (U+${code}), as copied text has; delete it, or type the words again`
}

/** A text, or a value with texts in it, without such signs. The line break of slides, U+000B, is a space. */
export function withoutControl<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replaceAll('\u000b', ' ').replace(control, '') as Value
  if (Array.isArray(value)) return value.map(withoutControl) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutControl(inner)])) as Value
}
