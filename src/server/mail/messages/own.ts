import { headerText } from '../header-text.ts'
import type { Message } from '../port.ts'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** What a reader without HTML sees of a message: its text, with line ends where blocks end. */
const plain = (html: string): string =>
  html
    .replace(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<br\s*\/?>|<\/(p|div|h[1-6]|li|tr)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** A message of the admin's own to an applicant, as it was written (specification, section 7.10). */
export const ownMessage = (id: string, to: string, subject: string, html: string): Message => ({
  id,
  to,
  subject: headerText(subject),
  html,
  text: plain(html),
})
