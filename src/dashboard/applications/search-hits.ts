import { type RefObject, useEffect } from 'react'
import { plainWords } from '../../applications/query/parse.ts'

/** The ranges `[from, to)` of a search's words in `text`, in order; the last word matches as a prefix. */
export function hitsIn(text: string, search: string): readonly (readonly [number, number])[] {
  const searched = search
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
  if (searched.length === 0) return []
  const hits: [number, number][] = []
  const last = searched.at(-1) ?? ''
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const word = match[0].toLowerCase()
    if (searched.includes(word)) hits.push([match.index, match.index + match[0].length])
    else if (word.startsWith(last)) hits.push([match.index, match.index + Math.min(last.length, match[0].length)])
  }
  return hits
}

/** Highlights a search's words in `root` without changing its DOM; does nothing in browsers without the Highlight API. */
export function useSearchHits(root: RefObject<HTMLElement | null>, search: string, shown: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text depends on `shown`
  useEffect(() => {
    const plain = plainWords(search)
    if (root.current === null || plain === '' || typeof Highlight === 'undefined') return
    const ranges: Range[] = []
    const walker = document.createTreeWalker(root.current, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      for (const [from, to] of hitsIn(node.textContent ?? '', plain)) {
        const range = new Range()
        range.setStart(node, from)
        range.setEnd(node, to)
        ranges.push(range)
      }
    const marks = CSS.highlights.get('found') ?? new Highlight()
    for (const range of ranges) marks.add(range)
    CSS.highlights.set('found', marks)
    return () => {
      for (const range of ranges) marks.delete(range)
    }
  }, [root, search, shown])
}
