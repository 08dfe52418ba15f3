/** The placeholders that a template may use, and those that it must use, such as the code of a passcode. */
export interface TemplateRule {
  readonly may: readonly string[]
  readonly must: readonly string[]
  /** Whether it goes to others than applicants: then a language needs none of its texts. */
  readonly toOthers?: true
}

/** The placeholders of every template. */
export const commonPlaceholders = ['siteName', 'siteUrl', 'signedBy'] as const

/** A placeholder in a text: `{applicantName}`. */
export const placeholder = /\{([^{}]*)\}/g

/** Fills in the placeholders of a text. Placeholders in the inserted values stay as they are. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(placeholder, (match, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : match))

/** Blocks that insert content; `placeholders` lists them among the placeholders. */
export const insertions: readonly string[] = ['added', 'links', 'digest']

/** Every placeholder in a value of a template, with the path of its text. */
export function* placeholdersIn(
  value: unknown,
  path: readonly PropertyKey[],
): Generator<readonly [path: readonly PropertyKey[], name: string]> {
  if (typeof value === 'string') for (const [, name = ''] of value.matchAll(placeholder)) yield [path, name]
  else if (typeof value === 'object' && value !== null) {
    for (const block of insertions) if (block in value) yield [path, block]
    for (const [key, inner] of Object.entries(value))
      yield* placeholdersIn(inner, [...path, Array.isArray(value) ? Number(key) : key])
  }
}

/** The names of the placeholders that a template uses. */
export const placeholdersOf = (template: unknown): readonly string[] => [
  ...new Set([...placeholdersIn(template, [])].map(([, name]) => name).filter((name) => !insertions.includes(name))),
]
