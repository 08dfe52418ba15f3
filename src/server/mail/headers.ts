import type { SendMailOptions } from 'nodemailer'
import { calendar } from '../../shared/calendar.ts'
import { siteZone } from '../../shared/dates.ts'
import { isEmail, machineAddress } from '../../shared/mailbox.ts'
import { MailFault, type Message } from './port.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not reach a header
const breaks = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** Makes text safe for a header: line breaks and other control characters become one space, and it is cut at 250 characters. */
export const headerText = (text: string): string => {
  const line = text.slice(0, 2000).toWellFormed().replace(breaks, ' ').replace(/ +/g, ' ').trim()
  return line.length <= 250 ? line : `${line.slice(0, 249).toWellFormed().replace('\ufffd', '').trimEnd()}…`
}

/**
 * The address of a message's recipient, with its domain in the form for machines, which every mail server takes.
 * @throws MailFault, permanent, when it is not exactly one valid address
 */
export function recipient(to: string): string {
  const address = machineAddress(to)
  if (address === undefined || !isEmail(address) || control.test(address))
    throw new MailFault('The address is not a valid email address', { permanent: true })
  return address
}

/** The sender of mail. */
interface Sender {
  readonly name: string
  readonly address: string
}

/** The sender of mail; a function where it is that of the published content. */
export type From = string | (() => string)

/** Parses `MAIL_FROM`: `Kolam <hello@kolam.example>`, or an address alone; undefined for anything else. */
function readSender(from: string): Sender | undefined {
  const named = /^([^<>]*)<([^<>]+)>$/.exec(from.trim())
  const address = (named?.[2] ?? from).trim()
  if (!isEmail(address) || control.test(from)) return undefined
  return { name: (named?.[1] ?? '').trim().replace(/^"(.*)"$/, '$1'), address }
}

/**
 * The sender in `MAIL_FROM`.
 * @throws Error when it is invalid
 */
export function senderOf(from: From): Sender {
  const sender = readSender(typeof from === 'string' ? from : from())
  if (sender === undefined) throw new Error('MAIL_FROM must be an address, or a name and an address in angle brackets')
  return sender
}

/** A sender as the value of a header, with its name in quotes. */
export const senderText = ({ name, address }: Sender): string =>
  name === '' ? address : `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`

/** Headers that suppress automatic replies, and that offer an unsubscribe button. */
export const machineHeaders = ({ unsubscribe }: Pick<Message, 'unsubscribe'>): Readonly<Record<string, string>> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribe !== undefined && {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
})

/** The Message-ID: the message's id at the sender's domain. Two copies of one message have the same. */
export const messageId = (id: string, sender: Sender): string =>
  `<${id.replace(/[^\w.-]/g, '-')}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}>`

/** The calendar part of a message. Outlook ignores a cancellation whose file has another name, or whose type lacks the method. */
export function calendarPart({ calendar: part }: Message, sender: Sender, to: string) {
  if (part === undefined) return undefined
  const { method, event } = part
  const organizer = { name: headerText(sender.name) || sender.address, address: sender.address }
  return { method, filename: 'invite.ics', content: calendar([{ ...event, organizer, attendee: to }], method, siteZone()) }
}

/**
 * A message as nodemailer's options: one recipient in header and envelope; nodemailer may read no files and no URLs.
 * @throws MailFault, permanent, when the recipient is not a valid address
 */
export function toMime(message: Message, sender: Sender, at: Date): SendMailOptions {
  const to = recipient(message.to)
  const icalEvent = calendarPart(message, sender, to)
  return {
    from: { name: headerText(sender.name), address: sender.address },
    to: { name: '', address: to },
    envelope: { from: sender.address, to: [to] },
    subject: headerText(message.subject),
    text: message.text,
    html: message.html,
    ...(icalEvent && { icalEvent }),
    messageId: messageId(message.id, sender),
    date: at,
    headers: machineHeaders(message),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
