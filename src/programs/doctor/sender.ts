import { Resolver } from 'node:dns/promises'
import { type Config, reserved, settings } from '../../server/config.ts'
import { senderOf } from '../../server/mail/headers.ts'
import { second } from '../../shared/dates.ts'
import { type Finding, ok, warning } from './finding.ts'

/** What is asked of DNS. A name or a record that does not exist rejects with `ENOTFOUND` or `ENODATA`. */
type Dns = Pick<Resolver, 'resolveMx' | 'resolveTxt'>

/** Whether DNS has a record; undefined when it does not answer. */
async function has(records: Promise<readonly unknown[]>): Promise<boolean | undefined> {
  try {
    return (await records).length > 0
  } catch (error) {
    return ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '') ? false : undefined
  }
}

/** Whether a name has a text that begins with `start`. */
const hasText = (dns: Dns, name: string, start: RegExp): Promise<boolean | undefined> =>
  has(dns.resolveTxt(name).then((texts) => texts.map((parts) => parts.join('')).filter((text) => start.test(text))))

/** DMARC of a domain, or else of the one above it, which holds for it too. */
async function hasDmarc(dns: Dns, domain: string): Promise<boolean | undefined> {
  const own = await hasText(dns, `_dmarc.${domain}`, /^v=DMARC1\b/i)
  const [, ...above] = domain.split('.')
  return own !== false || above.length < 2 ? own : hasText(dns, `_dmarc.${above.join('.')}`, /^v=DMARC1\b/i)
}

const advice = {
  MX: 'replies, and letters that come back, cannot arrive',
  SPF: 'no server is allowed to send for it',
  DMARC: 'large providers refuse or hide such mail',
} as const

/**
 * Whether the domain of the sender has what receivers look for. Nothing is asked while mail is captured, or of a name for examples.
 * @param email of the site, which sends while MAIL_FROM is not set
 */
export async function checkSender(
  { SMTP_URL, RESEND_API_KEY, MAIL_FROM }: Pick<Config, 'SMTP_URL' | 'RESEND_API_KEY' | 'MAIL_FROM'>,
  email: string,
  dns: Dns = new Resolver({ timeout: 3 * second, tries: 1 }),
): Promise<readonly Finding[]> {
  const sender = MAIL_FROM === settings.MAIL_FROM.or ? email : senderOf(MAIL_FROM).address
  const domain = sender.split('@').at(-1) ?? ''
  if ((SMTP_URL === undefined && RESEND_API_KEY === undefined) || reserved.test(domain)) return []
  const [MX, SPF, DMARC] = await Promise.all([
    has(dns.resolveMx(domain)),
    hasText(dns, domain, /^v=spf1\b/i),
    hasDmarc(dns, domain),
  ])
  const answered = Object.entries({ MX, SPF, DMARC }) as [keyof typeof advice, boolean | undefined][]
  const missing = answered.flatMap(([name, is]) => (is === false ? [`no ${name} (${advice[name]})`] : []))
  const unknown = answered.flatMap(([name, is]) => (is === undefined ? [name] : []))
  const parts = [
    ...(missing.length === 0 ? [] : [`${domain}, which letters come from, has ${missing.join(', ')}. Add it to its DNS.`]),
    ...(unknown.length === 0 ? [] : [`DNS does not answer here, so ${unknown.join(', ')} of ${domain} is not known.`]),
  ]
  return [parts.length === 0 ? ok('Sender', `${domain} has MX, SPF and DMARC.`) : warning('Sender', parts.join(' '))]
}
