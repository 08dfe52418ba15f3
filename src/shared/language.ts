import { inEnglish, type Speech } from './translate.ts'

/** A sentence in a language, or its texts: for each plural category of `Intl.PluralRules`, or for forms beside `other` (`aboutForm`). */
export type Translation = string | Readonly<Record<string, string>>

/** The sentences of a language by the English ones, in which `{…}` stands for each value. */
export type Words = Readonly<Record<string, Translation>>

/** What a page in a language has of it. */
export interface Spoken {
  readonly code: string
  readonly words: Words
}

/** The texts of a translation. */
export const valuesOf = (translation: Translation): readonly string[] =>
  typeof translation === 'string' ? [translation] : Object.values(translation)

const slot = /\{([^{}]*)\}/g

/** The English sentence as a key: the names of its values do not count. */
export const keyOf = (english: string): string => english.replace(slot, '{}')

/** The names of the values of a sentence, in their order. */
export const namesIn = (text: string): readonly string[] => Array.from(text.matchAll(slot), ([, name = '']) => name)

interface Entry {
  readonly names: readonly string[]
  readonly translation: Translation
}

/** Speaks a language. A sentence that it lacks is said in English; a text of the content is also found with its numbers as values. */
export function speechOf({ code, words }: Spoken): Speech {
  const entries = new Map<string, Entry>(
    Object.entries(words).map(([english, translation]) => [keyOf(english), { names: namesIn(english), translation }]),
  )
  const plurals = new Intl.PluralRules(code)
  const textOf = ({ translation }: Entry, values: readonly unknown[]): string => {
    if (typeof translation === 'string') return translation
    const count = values.map((value) => Number(String(value).replaceAll(',', ''))).find((value) => !Number.isNaN(value))
    return translation[plurals.select(count ?? 0)] ?? translation.other ?? ''
  }
  const filled = (entry: Entry, values: readonly unknown[]): string =>
    textOf(entry, values).replace(slot, (own, name) => {
      const at = entry.names.indexOf(name)
      return at < 0 ? own : String(values[at])
    })
  /** A text of the content keeps its placeholders, by their own names. */
  const ofContent = (text: string): string => {
    // The address of a page.
    if (text.startsWith('/')) return `/${code}${text}`
    const entry = entries.get(keyOf(text))
    if (entry !== undefined)
      return filled(
        entry,
        namesIn(text).map((name) => `{${name}}`),
      )
    const numbers = text.match(/\d+/g) ?? []
    const counted = numbers.length > 0 ? entries.get(text.replace(/\d+/g, '{}')) : undefined
    return counted === undefined ? text : filled(counted, numbers)
  }
  return {
    code,
    translate(parts, values) {
      if (parts.length === 1) return ofContent(parts[0] as string)
      const entry = entries.get(parts.join('{}'))
      return entry === undefined ? inEnglish(parts, values) : filled(entry, values)
    },
  }
}
