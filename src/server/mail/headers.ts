import type { SendMailOptions } from 'nodemailer'
import { isEmail } from '../../forms/fields/email.ts'
import { MailFault, type Message } from './port.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not reach a header
const breaks = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** Text that can stand in a header: line breaks and other control characters become one space, 250 characters at most. */
export const headerText = (text: string): string => {
  const line = text.slice(0, 2000).toWellFormed().replace(breaks, ' ').replace(/ +/g, ' ').trim()
  return line.length <= 250 ? line : `${line.slice(0, 249).toWellFormed().replace('\ufffd', '').trimEnd()}…`
}

/**
 * The one address that a message goes to.
 * @throws MailFault, permanent, when it is none, or more than one.
 */
export function recipient(to: string): string {
  const address = to.trim()
  if (!isEmail(address) || control.test(address))
    throw new MailFault('The address is not a valid email address', { permanent: true })
  return address
}

/** Who mail comes from. */
interface Sender {
  readonly name: string
  readonly address: string
}

/** `MAIL_FROM` taken apart: `Kolam <hello@kolam.example>`, or an address alone; undefined when it is neither. */
function readSender(from: string): Sender | undefined {
  const named = /^([^<>]*)<([^<>]+)>$/.exec(from.trim())
  const address = (named?.[2] ?? from).trim()
  if (!isEmail(address) || control.test(from)) return undefined
  return { name: (named?.[1] ?? '').trim().replace(/^"(.*)"$/, '$1'), address }
}

/**
 * The sender that every mail adapter is made with.
 * @throws Error when it is none.
 */
export function senderOf(from: string): Sender {
  const sender = readSender(from)
  if (sender === undefined) throw new Error('MAIL_FROM must be an address, or a name and an address in angle brackets')
  return sender
}

/** A sender as one header has it, its name quoted. */
export const senderText = ({ name, address }: Sender): string =>
  name === '' ? address : `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`

/** Headers that tell other machines that no answer is wanted from them, and how the recipient leaves a list. */
export const machineHeaders = ({ unsubscribe }: Pick<Message, 'unsubscribe'>): Readonly<Record<string, string>> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribe !== undefined && {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
})

/** The Message-ID: the message's own id at the sender's domain, so that two copies of one message can be told from two messages. */
export const messageId = (id: string, sender: Sender): string =>
  `<${id.replace(/[^\w.-]/g, '-')}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}>`

/**
 * A message as nodemailer takes it: one recipient in header and envelope, nothing read from files or addresses.
 * @throws MailFault, permanent, when the recipient is no address.
 */
export function toMime(message: Message, sender: Sender, at: Date): SendMailOptions {
  const to = recipient(message.to)
  return {
    from: { name: headerText(sender.name), address: sender.address },
    to: { name: '', address: to },
    envelope: { from: sender.address, to: [to] },
    subject: headerText(message.subject),
    text: message.text,
    html: message.html,
    messageId: messageId(message.id, sender),
    date: at,
    headers: machineHeaders(message),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
