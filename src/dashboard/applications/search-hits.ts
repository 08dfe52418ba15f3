/** Where in `text` the words of a search stand, as `[from, to)`, in order; the last word is the beginning of one. */
export function foundIn(text: string, search: string): readonly (readonly [number, number])[] {
  const words = search
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
  if (words.length === 0) return []
  const found: [number, number][] = []
  const last = words.at(-1) ?? ''
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const said = match[0].toLowerCase()
    if (words.includes(said)) found.push([match.index, match.index + match[0].length])
    else if (said.startsWith(last)) found.push([match.index, match.index + Math.min(last.length, match[0].length)])
  }
  return found
}
