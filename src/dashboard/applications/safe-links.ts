import { cleanCode } from '../../shared/clean.ts'

/** A part of an answer: plain text, or a link when it has an `href`. */
interface Piece {
  readonly text: string
  readonly href?: string
}

/** The URL of a web field: http and https only, `www.example.in` as https; undefined for anything else (`javascript:`, a sentence). */
export function webHref(text: string): string | undefined {
  const trimmed = cleanCode(text)
  if (trimmed === '' || /\s/.test(trimmed)) return undefined
  const address = /^[a-z][a-z\d+.-]*:/i.test(trimmed) && !/^[^/:.]+\.[^/:]+:\d/.test(trimmed) ? trimmed : `https://${trimmed}`
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname.includes('.') ? url.href : undefined
}

/** The address of a chat with a telephone number on WhatsApp; undefined for one without its country code, or for several. */
export function chatHref(text: string): string | undefined {
  const [, digits] = /^(?:\+|00)([1-9][\d\s().-]*)$/.exec(text.trim()) ?? []
  const number = digits?.replace(/\D/g, '') ?? ''
  return number.length >= 8 && number.length <= 15 ? `https://wa.me/${number}` : undefined
}

/** URLs in prose (`https://…`), without the punctuation that ends their sentence, and the invisible signs that telephones put around what is copied. */
const address = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}\p{Cf}]/giu

/** An answer split into plain text and links. */
export function pieces(text: string): readonly Piece[] {
  const result: Piece[] = []
  let from = 0
  for (const match of text.matchAll(address)) {
    const href = webHref(match[0])
    if (href === undefined) continue
    if (match.index > from) result.push({ text: text.slice(from, match.index) })
    result.push({ text: match[0], href })
    from = match.index + match[0].length
  }
  if (from < text.length) result.push({ text: text.slice(from) })
  return result
}
