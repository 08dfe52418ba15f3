import { fold, signs, words } from './fold.ts'

/** A search, ready for an index. */
export interface SearchQuery {
  /** Each must be there as a whole word. */
  readonly words: readonly string[]
  /** A word must begin with it. */
  readonly prefix: string | undefined
  /**
   * Each must stand in the text as it is written: a phrase in quotation marks, and what was asked with punctuation inside, such as `a_b`, `100%`,
   * `priya@x.example`. Not a sign alone: the index has a word for it.
   */
  readonly literals: readonly string[]
}

/** Punctuation that people put around words without meaning it. */
const around = /^["'.,;:()[\]<>!?]+|["'.,;:()[\]<>!?]+$/g

/** A word as it was typed, or in quotation marks several that stand together. */
const chunk = /"[^"]*[^\s"][^"]*"[.,;:!?)\]]*|\S+/g

/** Reads what was typed: words in any order, the last one as a beginning unless it stands in quotation marks. Nothing in it is a wildcard. */
export function parseSearch(typed: string): SearchQuery | undefined {
  const typedChunks = (fold(typed.slice(0, 500)).match(chunk) ?? []).slice(0, 20)
  const chunks = typedChunks.map((one) => one.replace(around, '').trim() || one)
  const last = chunks.at(-1)
  if (last === undefined) return undefined
  const all = chunks.flatMap((one) => words(one))
  const signed = chunks.filter((one) => signs(one).length > 0)
  const isQuoted = /^"[^"]*[^\s"][^"]*"/.test(typedChunks.at(-1) ?? '')
  const open = !isQuoted && words(last.slice(-1)).length > 0
  return {
    words: [...new Set([...(open ? all.slice(0, -1) : all), ...signed.flatMap(signs)])],
    prefix: open ? all.at(-1) : undefined,
    literals: chunks.filter((one) => one.includes(' ') || (one.length > 1 && signs(one).length > 0)),
  }
}
