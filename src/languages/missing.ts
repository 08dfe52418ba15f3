import { keyOf, type Translation, type Words } from '../shared/language.ts'
import type { Parts } from './gaps.ts'
import { lacking } from './lacking.ts'

/** What a file of a language says of an English sentence. */
interface Sentence {
  readonly path: string
  /** As it is written, with placeholders such as `{site.name}`. */
  readonly written: string
  /** With their values. */
  readonly english: string
  readonly translation: Translation
}

/** A sentence that a language does not say yet. */
export interface Missing {
  readonly english: string
  /** The file of the language in which it is to be said. */
  readonly path: string
  /** What the language says of an earlier English sentence that is hardly different. */
  readonly was?: Sentence
}

const pairsOf = (text: string): ReadonlySet<string> => {
  const letters = text.toLowerCase().replace(/\s+/g, ' ')
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)))
}

/** How much two sentences have in common, from 0 to 1: the share of their pairs of letters. */
function likeness(text: string, other: string): number {
  const [a, b] = [pairsOf(text), pairsOf(other)]
  const common = [...a].filter((pair) => b.has(pair)).length
  return (2 * common) / Math.max(1, a.size + b.size)
}

const alike = 0.6

/** The English texts that a language has to say. */
const textsOf = ({ shared, forms, pages }: Parts): readonly string[] => [
  ...shared,
  ...Object.values(forms).flat(),
  ...Object.values(pages).flat(),
]

/**
 * What a language does not say yet, with the file in which it belongs: that of the sentence which it replaces, or of others of its kind.
 * @param files the files of the language that have sentences
 */
export function missingIn(
  files: readonly string[],
  existing: readonly Sentence[],
  code: string,
  parts: Parts,
): readonly Missing[] {
  const texts = textsOf(parts)
  const words: Words = Object.fromEntries(existing.map((each) => [each.english, each.translation]))
  const sentences = lacking({ words }, texts)
  if (sentences.length === 0) return []
  const needed = new Set(texts.flatMap((text) => [keyOf(text), text.replace(/\d+/g, '{}')]))
  const left = existing.filter((each) => !needed.has(keyOf(each.english)))
  const [forms, pages] = [new Set(Object.values(parts.forms).flat()), new Set(Object.values(parts.pages).flat())]
  const placeOf = (english: string): string => {
    const own = `content/languages/${code}/${pages.has(english) ? 'pages' : forms.has(english) ? 'forms' : 'words'}.yaml`
    return files.includes(own) ? own : (files[0] ?? own)
  }
  return sentences.map((english) => {
    const [former] = left
      .map((each) => ({ each, like: likeness(each.english, english) }))
      .filter(({ like }) => like >= alike)
      .toSorted((a, b) => b.like - a.like)
    return former === undefined ? { english, path: placeOf(english) } : { english, path: former.each.path, was: former.each }
  })
}
