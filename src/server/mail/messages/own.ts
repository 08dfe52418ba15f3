import { headerText } from '../headers.ts'
import type { Message } from '../port.ts'
import type { LetterSettings } from './compose.ts'
import { drawOwn, paragraphs } from './html.ts'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** The plain text of an HTML message, with line ends after blocks and the addresses of links. */
const textOf = (html: string): string =>
  html
    .replace(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<a\b[^>]*?\bhref=["'](https?:[^"']*)["'][^>]*>([\s\S]*?)<\/a>/gi, (_, to: string, words: string) =>
      words.includes(to) ? words : `${words} (${to})`,
    )
    .replace(/\s*\n\s*/g, ' ')
    .replace(/<li\b[^>]*>/gi, '- ')
    .replace(/<br\s*\/?>|<\/(li|tr|div)>/gi, '\n')
    .replace(/<\/(p|h[1-6]|ul|ol|table)>/gi, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/**
 * A message of the admin in HTML (specification, section 7.10). A complete document is sent as it is; a fragment is placed on our page.
 */
export function ownMessage(
  id: string,
  to: string,
  subject: string,
  html: string,
  { siteName, siteUrl }: Pick<LetterSettings, 'siteName' | 'siteUrl'>,
): Message {
  const line = headerText(subject)
  const foot = [`${siteName} · ${siteUrl}`]
  const isDocument = /<(!doctype|html|body)\b/i.test(html)
  const text = textOf(html)
  return {
    id,
    to,
    subject: line,
    html: isDocument ? html : drawOwn(siteName, line, html, foot),
    text: `${text}\n\n--\n${foot.join('\n')}\n`,
  }
}

/** A message of the admin in plain text. Empty lines separate paragraphs. */
export function writtenMessage(
  id: string,
  to: string,
  subject: string,
  text: string,
  { siteName, siteUrl }: Pick<LetterSettings, 'siteName' | 'siteUrl'>,
): Message {
  const line = headerText(subject)
  const foot = [`${siteName} · ${siteUrl}`]
  const html = drawOwn(siteName, line, paragraphs(text).html, foot)
  return { id, to, subject: line, html, text: `${text}\n\n--\n${foot.join('\n')}\n` }
}
