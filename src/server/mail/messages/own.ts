import type { Application } from '../../../applications/application.ts'
import type { Topics } from '../../../applications/outbox.ts'
import type { Form } from '../../../forms/form.ts'
import { headerText } from '../headers.ts'
import type { Message } from '../port.ts'
import { composeLetter, type LetterSettings } from './compose.ts'
import { drawOwn, paragraphs } from './html.ts'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** What the end or the beginning of an element becomes in plain text. */
const marks: Readonly<Record<string, string>> = {
  '<li': '- ',
  '<br': '\n',
  ...Object.fromEntries(['li', 'tr', 'div'].map((name) => [`</${name}`, '\n'])),
  ...Object.fromEntries(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table'].map((name) => [`</${name}`, '\n\n'])),
}
const invisible = ['<style', '<script', '<head']

/** The plain text of an HTML message, with line ends after blocks and the addresses of links. Reads it tag by tag, in linear time. */
function textOf(html: string): string {
  let text = ''
  let hiddenUntil: string | undefined
  let link: { readonly to: string; readonly from: number } | undefined
  for (const part of html.split(/(<[^<>]*>)/)) {
    const [tag = ''] = /^<\/?[a-z][a-z\d]*/i.exec(part) ?? []
    const name = tag.toLowerCase()
    if (hiddenUntil !== undefined) {
      if (name === hiddenUntil) hiddenUntil = undefined
    } else if (invisible.includes(name)) hiddenUntil = name.replace('<', '</')
    else if (name === '<a') {
      const [, to] = /\shref=["'](https?:[^"']*)["']/i.exec(part) ?? []
      link = to === undefined ? undefined : { to, from: text.length }
    } else if (name === '</a' && link !== undefined) {
      if (!text.includes(link.to, link.from)) text += ` (${link.to})`
      link = undefined
    } else if (part.startsWith('<') && part.endsWith('>')) text += marks[name] ?? ''
    else text += part.replace(/\s+/g, ' ')
  }
  return text
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, entity: string) => entities[entity] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

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
function writtenMessage(
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

/** Composes a letter, or a message written at the desk. */
export const composeMail = (
  settings: LetterSettings,
  letter: Topics['mail.letter'],
  application: Application,
  form: Form,
  id: string,
): Message =>
  letter.letter === 'written'
    ? writtenMessage(id, application.applicantEmail, letter.subject, letter.text, settings)
    : composeLetter(letter.letter, application, form, settings, id, letter)
