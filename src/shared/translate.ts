/** How sentences of the program are said in a language other than English. */
export interface Speech {
  /** Such as `ta`; undefined for English. */
  readonly code: string | undefined
  /** A sentence, as a template literal has it: `parts` around `values`. One part alone may be a text of the content. */
  translate(parts: readonly string[], values: readonly unknown[]): string
}

/** English, which the source has. */
export const inEnglish: Speech['translate'] = (parts, values) => String.raw({ raw: parts }, ...values)

let speech: Speech | undefined

/** Sets the language of what is said from now on; undefined for English. */
export const speak = (next: Speech | undefined): void => {
  speech = next
}

/** The language in which sentences are said now; undefined for English. */
export const spoken = (): string | undefined => speech?.code

/**
 * Says a sentence of the program, a template literal, or one that comes as text. It is called when the sentence is shown: a constant of a module would stay in the
 * language of its first reader.
 */
export const translate = (text: readonly string[] | string, ...values: readonly unknown[]): string =>
  (speech ? speech.translate : inEnglish)([text].flat() as string[], values)

/** A sentence that `translate` gets as text, later: a constant. */
export const untranslated = ([text]: TemplateStringsArray): string => text as string
