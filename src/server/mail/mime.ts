import type { SendMailOptions } from 'nodemailer'
import { automatic, headerText, recipient, type Sender } from './headers.ts'
import type { Message } from './port.ts'

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
    headers: automatic,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
