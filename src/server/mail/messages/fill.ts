/** A placeholder in a text: `{applicantName}`. */
export const placeholder = /\{([^{}]*)\}/g

/** Fills in the placeholders of a text. Placeholders in the inserted values stay as they are. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(placeholder, (match, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : match))
