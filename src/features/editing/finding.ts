import { entrySchema, type FieldPath, type FieldSchema, fieldLabel, labelOf } from '../../api/site-content.ts'
import { documentOf } from '../../server/editing/documents.ts'
import { type Desk, draftFiles } from '../../server/editing/editor.ts'
import { readValue } from '../../server/editing/values.ts'
import { readable } from '../../server/editing/words.ts'
import type { TextHit } from './api.ts'
import { isOff, withoutIn } from './summaries.ts'

/** A text of a document, and the words by which it is each. */
interface SearchedText extends TextHit {
  /** Of its place: the document, the entry, the label and the key. */
  readonly placeWords: readonly string[]
  readonly textWords: readonly string[]
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

function* textsIn(
  value: unknown,
  schema: FieldSchema,
  field: FieldPath = [],
): Generator<{ readonly field: FieldPath; readonly text: string; readonly kind: string }> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      const part = Array.isArray(value) ? Number(key) : key
      const below = entrySchema(schema, part) ?? {}
      if (below.format !== 'hidden') yield* textsIn(inner, below, [...field, part])
    }
    return
  }
  const text = readable(value, schema)
  if (text !== '' && typeof value !== 'boolean') yield { field, text, kind: schema.format === 'date' ? 'date day' : '' }
}

function textsOf(path: string, text: string): readonly SearchedText[] {
  const document = documentOf(path, text)
  const read = document && readValue(path, text, document.schema)
  if (document === undefined || !read?.ok) return []
  const { name, group, schema } = document
  return [...textsIn(read.value, schema)].map(({ field, text: shown, kind }) => {
    const label = fieldLabel(field, schema, read.value)
    const keys = field.map((part) => (typeof part === 'string' ? labelOf(part) : '')).join(' ')
    return {
      ...{ path, name, field, label, text: shown },
      placeWords: wordsOf(`${name} ${group} ${label} ${keys} ${kind}`),
      textWords: wordsOf(shown),
    }
  })
}

/** The texts of each file as it was last searched: a search reads only what changed since. */
const readBefore = new Map<string, { readonly text: string; readonly texts: readonly SearchedText[] }>()

const small = ['of', 'the', 'a', 'an', 'in', 'for', 'to', 'on', 'at', 'is', 'our', 'and']
const mostHits = 30
const margin = 60

/** The part of a long text with the first word that was sought. */
function excerpt(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - margin)
  const part = text.slice(at, at + 3 * margin).replace(/\s+/g, ' ')
  return `${at > 0 ? '…' : ''}${part.trim()}${at + 3 * margin < text.length ? '…' : ''}`
}

/** The texts that have all words of a query, in themselves or in the name of their place; those whose place has most of them come first. */
export function search(desk: Desk, query: string): readonly TextHit[] {
  const sought = wordsOf(query)
  const words = sought.some((word) => !small.includes(word)) ? sought.filter((word) => !small.includes(word)) : sought
  if (words.length === 0) return []
  const hits: { readonly hit: SearchedText; readonly rank: number }[] = []
  const files = draftFiles(desk)
  const without = withoutIn(files)
  for (const [path, text] of Object.entries(files)) {
    if (isOff(path, without)) continue
    if (readBefore.get(path)?.text !== text) readBefore.set(path, { text, texts: textsOf(path, text) })
    for (const each of readBefore.get(path)?.texts ?? []) {
      let rank = 0
      const isHit = words.every((word) => {
        const [around = 0, within = 0] = [each.placeWords, each.textWords].map((all) =>
          all.includes(word) ? 3 : all.some((other) => other.startsWith(word)) ? 2 : 0,
        )
        rank += 2 * around + within
        return around + within > 0
      })
      if (isHit) hits.push({ hit: each, rank: rank - Math.min(1, each.textWords.length / 500) })
    }
  }
  return hits
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, mostHits)
    .map(({ hit: { placeWords: _, textWords: __, text, ...hit } }) => ({ ...hit, text: excerpt(text, words.at(-1) ?? '') }))
}
