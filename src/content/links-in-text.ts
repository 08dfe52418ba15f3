import { isLinkable } from './addresses.ts'

/** A link in a text: its words, and where it leads. */
interface TextLink {
  readonly words: string
  readonly to: string
}

const link = /\[([^[\]]+)\]\(([^()\s]+)\)/

/** A text in its parts: words, and the links `[words](/page)` between them. What leads nowhere stays as it is typed. */
export const partsWithLinks = (text: string): readonly (string | TextLink)[] =>
  text
    .split(/(\[[^[\]]+\]\([^()\s]+\))/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, words = '', to = ''] = link.exec(part) ?? []
      return isLinkable(to) ? { words, to } : part
    })

/** What readers see of a text with links. */
export const withoutLinks = (text: string): string =>
  partsWithLinks(text)
    .map((part) => (typeof part === 'string' ? part : part.words))
    .join('')

/** What readers would see as typed where `links` may stand or not; undefined for nothing. */
export function markupFault(text: string, links: boolean): string | undefined {
  const typed = links
    ? partsWithLinks(text)
        .filter((part) => typeof part === 'string')
        .join('')
    : text
  if (/\]\(/.test(typed))
    return links
      ? 'a link such as [words](/apply) or [words](https://other.example/page), to a page of this site or a complete https address'
      : 'a text without links: readers would see the brackets here'
  return /\*\*\S/.test(typed) ? 'a text without **: readers would see the stars here' : undefined
}
