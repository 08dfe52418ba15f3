import type { ParsedQuery } from '../../../applications/query/query.ts'
import { facet } from './facets.ts'
import { fold, punctuationTerms, words } from './fold.ts'

/** A query for the index. An application matches when all parts match. */
export interface SearchQuery {
  /** Complete words of the text. */
  readonly words: readonly string[]
  /** The beginning of a word of the text. */
  readonly prefix: string | undefined
  /**
   * Literal parts of the text: phrases in quotation marks, and terms with punctuation, such as `a_b`, `100%`, `priya@x.example`. A single punctuation
   * character is not among them, because the index has a term for it.
   */
  readonly literals: readonly string[]
}

/** Punctuation around words, which is ignored. */
const outerPunctuation = /^["'.,;:()[\]<>!?]+|(?<!["'.,;:()[\]<>!?])["'.,;:()[\]<>!?]+$/g

/** A typed word, or a phrase in quotation marks. */
const chunk = /"(?=\s*[^\s"])[^"]*"[.,;:!?)\]]*|\S+/g

/** Parses a typed search: words in any order, the last one as a prefix unless it is quoted, without wildcards. Undefined when it contains no word. */
export function parseSearch(typed: string): SearchQuery | undefined {
  const typedChunks = (fold(typed.slice(0, 500)).match(chunk) ?? []).slice(0, 20)
  const chunks = typedChunks.map((text) => text.replace(outerPunctuation, '').trim() || text)
  const last = chunks.at(-1)
  if (last === undefined) return undefined
  const all = chunks.flatMap((text) => words(text))
  const punctuated = chunks.filter((text) => punctuationTerms(text).length > 0)
  const isQuoted = /^"(?=\s*[^\s"])[^"]*"/.test(typedChunks.at(-1) ?? '')
  const isOpen = !isQuoted && words(last.slice(-1)).length > 0
  return {
    words: [...new Set([...(isOpen ? all.slice(0, -1) : all), ...punctuated.flatMap(punctuationTerms)])],
    prefix: isOpen ? all.at(-1) : undefined,
    literals: chunks.filter((text) => text.includes(' ') || (text.length > 1 && punctuationTerms(text).length > 0)),
  }
}

/** The index query of a list: its words, and its filters that are facets. Undefined without them. */
export function toSearchQuery({
  search,
  has = [],
  source,
}: Pick<ParsedQuery, 'search' | 'has' | 'source'>): SearchQuery | undefined {
  const typed = search === undefined ? undefined : parseSearch(search)
  const facets = [...has.map(facet.has), ...(source === undefined ? [] : facet.source(source))]
  if (typed === undefined && facets.length === 0) return undefined
  return { words: [...facets, ...(typed?.words ?? [])], prefix: typed?.prefix, literals: typed?.literals ?? [] }
}
