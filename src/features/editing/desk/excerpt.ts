const shortest = 80
const longest = 220

/** The first sentences of a text, as long as a summary can be; empty for a text that is too short. */
export function excerptOf(body: unknown): string {
  const words = String(body ?? '')
    .replace(/^(#+|>|[-*]|\d+\.|!\[.*|\|.*)\s*/gm, '')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\*+|\\/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (words.length < shortest) return ''
  const start = words.slice(0, longest)
  const end = Math.max(start.lastIndexOf('. '), start.lastIndexOf('? '), start.lastIndexOf('! '))
  if (words.length <= longest) return words
  return end >= shortest ? start.slice(0, end + 1) : `${start.slice(0, start.lastIndexOf(' ', longest - 2))}…`
}
