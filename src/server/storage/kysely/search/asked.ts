import type { ListQuery } from '../../port.ts'
import { emailKey } from '../applications/row.ts'
import { facet } from './facets.ts'
import { parseSearch, type SearchQuery } from './query.ts'

/** What the index is asked for a list: words, and with them every filter that it knows; undefined when the table's own indexes can tell. */
export function toSearchQuery({
  formType,
  status,
  email,
  search,
  has = [],
  source,
}: Omit<ListQuery, 'limit'>): SearchQuery | undefined {
  const typed = search === undefined ? undefined : parseSearch(search)
  const facets = [...has.map(facet.has), ...(source === undefined ? [] : facet.source(source))]
  if (typed === undefined && facets.length === 0) return undefined
  if (formType !== undefined) facets.push(facet.form(formType))
  if (status !== undefined) facets.push(facet.status(status))
  if (email !== undefined) facets.push(facet.email(emailKey(email)))
  const { words: whole, prefix: beginning, literals: literal } = typed ?? { words: [], prefix: undefined, literals: [] }
  return { words: [...facets, ...whole], prefix: beginning, literals: literal }
}
