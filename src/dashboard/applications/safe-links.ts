/** A piece of an answer: text as it stands, or an address that may be opened. */
export interface Piece {
  readonly text: string
  readonly href?: string
}

/**
 * The address that a person meant by a web field, to be opened: http and https only, `www.example.in` as https; undefined for
 * anything else (`javascript:`, a sentence).
 */
export function webHref(text: string): string | undefined {
  const said = text.trim()
  if (said === '' || /\s/.test(said)) return undefined
  const whole = /^[a-z][a-z\d+.-]*:/i.test(said) && !/^[^/:]+\.[^/:]+:\d/.test(said) ? said : `https://${said}`
  if (!URL.canParse(whole)) return undefined
  const url = new URL(whole)
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname.includes('.') ? url.href : undefined
}

/** Written addresses (`https://…`), without the full stop or bracket that ends their sentence. */
const address = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/gi

/** An answer in pieces, its web addresses among them. */
export function pieces(text: string): readonly Piece[] {
  const found: Piece[] = []
  let from = 0
  for (const match of text.matchAll(address)) {
    const href = webHref(match[0])
    if (href === undefined) continue
    if (match.index > from) found.push({ text: text.slice(from, match.index) })
    found.push({ text: match[0], href })
    from = match.index + match[0].length
  }
  if (from < text.length) found.push({ text: text.slice(from) })
  return found
}
