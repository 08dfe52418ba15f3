import type { ListQuery } from '../../applications-port.ts'
import { emailKey } from '../applications/row.ts'
import { facet } from './facets.ts'
import { fold, punctuationTerms, words } from './fold.ts'

/** A query for the index. An application matches when all of it matches. */
export interface SearchQuery {
  /** Each is in the text as a complete word. */
  readonly words: readonly string[]
  /** A word of the text begins with it. */
  readonly prefix: string | undefined
  /**
   * Each is in the text literally: a phrase in quotation marks, and what was typed with punctuation inside, such as `a_b`, `100%`,
   * `priya@x.example`. A single punctuation character is not among them: the index has a term for it.
   */
  readonly literals: readonly string[]
}

/** A query, and whether it is for withdrawn applications, or for all others. */
export interface SeenQuery extends SearchQuery {
  readonly withdrawn: boolean
}

/** Punctuation that people put around words without meaning it. */
const around = /^["'.,;:()[\]<>!?]+|["'.,;:()[\]<>!?]+$/g

/** A word as it was typed, or a phrase in quotation marks. */
const chunk = /"[^"]*[^\s"][^"]*"[.,;:!?)\]]*|\S+/g

/** Parses what was typed: words in any order, the last one as a prefix unless it is quoted. No wildcards. Undefined when no word is in it. */
export function parseSearch(typed: string): SearchQuery | undefined {
  const typedChunks = (fold(typed.slice(0, 500)).match(chunk) ?? []).slice(0, 20)
  const chunks = typedChunks.map((text) => text.replace(around, '').trim() || text)
  const last = chunks.at(-1)
  if (last === undefined) return undefined
  const all = chunks.flatMap((text) => words(text))
  const punctuated = chunks.filter((text) => punctuationTerms(text).length > 0)
  const isQuoted = /^"[^"]*[^\s"][^"]*"/.test(typedChunks.at(-1) ?? '')
  const isOpen = !isQuoted && words(last.slice(-1)).length > 0
  return {
    words: [...new Set([...(isOpen ? all.slice(0, -1) : all), ...punctuated.flatMap(punctuationTerms)])],
    prefix: isOpen ? all.at(-1) : undefined,
    literals: chunks.filter((text) => text.includes(' ') || (text.length > 1 && punctuationTerms(text).length > 0)),
  }
}

/** The index query of a list: its words, with every filter as a facet. Undefined when the table's own indexes answer it. */
export function toSearchQuery({
  formType,
  status,
  email,
  search,
  has = [],
  source,
}: Omit<ListQuery, 'limit'>): SeenQuery | undefined {
  const typed = search === undefined ? undefined : parseSearch(search)
  const facets = [...has.map(facet.has), ...(source === undefined ? [] : facet.source(source))]
  if (typed === undefined && facets.length === 0) return undefined
  if (formType !== undefined) facets.push(facet.form(formType))
  if (status !== undefined) facets.push(facet.status(status))
  if (email !== undefined) facets.push(facet.email(emailKey(email)))
  return {
    words: [...facets, ...(typed?.words ?? [])],
    prefix: typed?.prefix,
    literals: typed?.literals ?? [],
    withdrawn: status === 'withdrawn',
  }
}
