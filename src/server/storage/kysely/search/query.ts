import { fold, signs, words } from './fold.ts'

/** A search, ready for an index. */
export interface SearchQuery {
  /** Each must be there as a whole word. */
  readonly whole: readonly string[]
  /** A word must begin with it. */
  readonly beginning: string | undefined
  /**
   * Each must stand in the text as it is written: what was asked with punctuation inside, such as `a_b`, `100%`, `priya@x.example`. Not a sign alone:
   * the index has a word for it.
   */
  readonly literal: readonly string[]
}

/** Punctuation that people put around words without meaning it. */
const around = /^["'.,;:()[\]<>!?]+|["'.,;:()[\]<>!?]+$/g

/** Reads what was typed: words in any order, the last one as a beginning. Nothing in it is a wildcard or an operator. */
export function readSearch(typed: string): SearchQuery | undefined {
  const chunks = fold(typed.slice(0, 500))
    .split(' ')
    .filter((chunk) => chunk !== '')
    .map((chunk) => chunk.replace(around, '') || chunk)
    .slice(0, 20)
  if (chunks.length === 0) return undefined
  const all = chunks.flatMap((chunk) => words(chunk))
  const signed = chunks.filter((chunk) => signs(chunk).length > 0)
  const last = chunks.at(-1) ?? ''
  const open = words(last.slice(-1)).length > 0
  return {
    whole: [...new Set([...(open ? all.slice(0, -1) : all), ...signed.flatMap(signs)])],
    beginning: open ? all.at(-1) : undefined,
    literal: signed.filter((chunk) => chunk.length > 1),
  }
}
