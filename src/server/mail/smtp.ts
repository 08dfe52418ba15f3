import { createTransport, type NodemailerError } from 'nodemailer'
import { second } from '../../shared/dates.ts'
import { type From, headerText, messageId, recipient, senderOf, toMime } from './headers.ts'
import { type Mailer, MailFault } from './port.ts'

/** The settings of a mail server. */
interface SmtpOptions {
  /** `smtp://user:pass@host:port`, or `smtps:` for TLS from the first byte. */
  readonly url: string
  readonly from: From
  readonly now: () => Date
  /** The time limit for each response of the server, milliseconds. */
  readonly timeoutMs?: number
  /** The time limit of a message in all, milliseconds; shorter than the lease of a claim. */
  readonly totalMs?: number
}

/** The server's response to a failed command; undefined when there was none. */
const responseTo = (error: NodemailerError): string | undefined => error.response ?? error.rejectedErrors?.[0]?.response

/** The status codes with which Google and Microsoft refuse mail because our account has reached its limit of the day. */
const overLimit = /\b5\.(4\.5|1\.90)\b/

/**
 * Matches refusals of our own machine or sender that come in response to the recipient, as from Postfix, which waits for the recipient with every refusal:
 * `Relay access denied`, `Sender address rejected: not owned by user`, `Client host rejected`, `Client host [192.0.2.7] blocked`.
 */
const aboutUs = /\brelay|\b(?:sender address|client host|helo command) rejected|\bclient host \[/i

/** Codes that end the connection (421) or are about its state: commands out of order, no password, no TLS. */
const aboutConnection = /^(?:421|503|530)\b/

/** The enhanced status codes of a recipient's address and mailbox. 1.7 and 1.8 are about the sender's address. */
const ofMailbox = /^\d{3}[ -][45]\.(?:1\.(?:[0-6]|9|10)|2\.\d{1,3})\b/

/**
 * Whether a refusal is about the recipient: other mail can be sent meanwhile. Any response to the recipient is, unless its words or codes are about us: a mail
 * server answers 451 4.3.0 when its lookup fails for one recipient. After the message, only a code of the mailbox is (decision 0071).
 */
function isOfRecipient({ command }: NodemailerError, response: string): boolean {
  if (overLimit.test(response)) return false
  if (command === 'DATA') return ofMailbox.test(response)
  const words = response.replaceAll(/<[^<>]*>/g, '')
  return command === 'RCPT TO' && /^[45]/.test(response) && !aboutConnection.test(response) && !aboutUs.test(words)
}

/**
 * Whether the provider will never accept this message for this address. A 5xx response to our greeting, password or sender is about our settings: mail waits
 * until someone corrects them. Over the limit of our account, it waits for the next day.
 */
const isPermanent = (error: NodemailerError, response: string): boolean =>
  error.permanent === true && (isOfRecipient(error, response) || (error.command === 'DATA' && !overLimit.test(response)))

const unicodeName = 'The address has letters other than a to z before the @, and the mail server may not take them (SMTPUTF8)'

/** Whether an address has characters beyond ASCII before the at sign, for which mail servers need SMTPUTF8. */
const isUnicode = (address: string): boolean => /[^ -~]/.test(recipient(address).split('@').slice(0, -1).join('@'))

/** The reason of a failure: the server's response, if there was one. */
export function reasonOf(error: NodemailerError, timeoutS: number): string {
  if (error.command === 'STARTTLS')
    return 'The mail server does not offer TLS (STARTTLS), without which no mail is sent to another machine'
  const smtpResponse = responseTo(error)
  if (smtpResponse !== undefined && smtpResponse !== '') return headerText(smtpResponse)
  if (error.code === 'ETIMEDOUT') return `The mail server did not answer within ${timeoutS} seconds`
  if (/wrong version number|packet length too long/i.test(error.message))
    return 'The mail server does not start with TLS on this port: use smtp:// for it, or smtps:// on port 465'
  if (/self[- ]signed|unable to (verify|get)/i.test(error.message))
    return headerText(
      `The mail server's certificate is not trusted (${error.message}): set NODE_EXTRA_CA_CERTS to the file of its authority`,
    )
  if (/certificate|altnames/i.test(error.message))
    return headerText(`The mail server's certificate is not valid (${error.message}): renew it, or correct the host in SMTP_URL`)
  if (error.code === 'EABORT') return 'The mail server did not accept the message in time'
  return headerText(`The mail server could not be reached: ${error.message}`)
}

const isThisMachine = (hostname: string): boolean => /^(localhost|127\..*|\[::1\])$/.test(hostname)

/** The connection to a mail server. It requires TLS to other machines, because mail contains passcodes and private links. */
export const connection = (url: string, timeoutMs: number) =>
  createTransport({
    url,
    requireTLS: !isThisMachine(new URL(url).hostname),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/** Mail over SMTP. Every message has a new connection, so a stale connection is never used. */
export function smtpMailer({ url, from, now, timeoutMs = 15 * second, totalMs = 45 * second }: SmtpOptions): Mailer {
  senderOf(from)
  const { hostname, port, protocol } = new URL(url)
  const transport = connection(url, timeoutMs)
  const builder = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    describe: `SMTP to ${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`,
    async send(message, signal) {
      const mail = toMime(message, senderOf(from), now())
      const raw = (await builder.sendMail(mail)).message as Buffer
      try {
        const limit = AbortSignal.timeout(totalMs)
        await transport.sendMail({
          envelope: mail.envelope,
          raw,
          signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
        })
        return { id: messageId(message.id, senderOf(from)) }
      } catch (error) {
        const fault = error as NodemailerError
        const reason = reasonOf(fault, timeoutMs / second)
        const response = responseTo(fault) ?? ''
        const permanent = isPermanent(fault, response)
        throw new MailFault(permanent && isUnicode(message.to) ? headerText(`${unicodeName}: ${reason}`) : reason, {
          permanent,
          ofRecipient: isOfRecipient(fault, response),
          cause: error,
        })
      }
    },
    close: async () => transport.close(),
  }
}
