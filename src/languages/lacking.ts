import type { Language } from '../content/languages.ts'
import { keyOf } from '../shared/language.ts'

/** What the values of a letter's blocks are, other than texts. */
const noTexts = ['to', 'added', 'links', 'digest', 'forms', 'id', 'code', 'name']

/** The texts of a letter's template. */
export const textsOfLetter = (template: unknown): readonly string[] => textsIn(template).map((text) => text.trim())

function textsIn(value: unknown, facts = false): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(facts ? [key] : []),
    ...(noTexts.includes(key) ? [] : textsIn(inner, key === 'facts')),
  ])
}

const isText = (text: string): boolean => !text.startsWith('/') && /\p{L}/u.test(text.replace(/\{[^{}]*\}/g, ''))

/** The texts that a language lacks, each once. A text of numbers and names alone needs none. */
export function lacking({ words }: Pick<Language, 'words'>, texts: readonly string[]): readonly string[] {
  const keys = new Set(Object.keys(words).map(keyOf))
  return [...new Set(texts)].filter((text) => isText(text) && !keys.has(keyOf(text)) && !keys.has(text.replace(/\d+/g, '{}')))
}
