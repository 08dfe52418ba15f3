import type { NodemailerError } from 'nodemailer'
import type { MailOptions } from '../../server/mail/open.ts'
import { connection, reasonOf } from '../../server/mail/smtp.ts'
import { second } from '../../shared/dates.ts'

const timeoutMs = 10 * second

/** The result of a test call to the mail provider, which sends no mail. */
type MailState =
  | { readonly kind: 'answers'; readonly message: string }
  | { readonly kind: 'fails'; readonly message: string }
  | { readonly kind: 'captured' }

async function checkSmtp(url: string): Promise<MailState> {
  const transport = connection(url, timeoutMs)
  const { hostname, port, protocol, username } = new URL(url)
  const name = `SMTP to ${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`
  try {
    await transport.verify()
    return { kind: 'answers', message: `${name} responds${username === '' ? '' : ' and accepts the password'}.` }
  } catch (error) {
    return { kind: 'fails', message: `${name}: ${reasonOf(error as NodemailerError, timeoutMs / second)}` }
  } finally {
    transport.close()
  }
}

/** Requests the account's domains. A key that may only send gets the error `restricted_api_key`, so it is valid. */
async function checkResend(key: string, base: string): Promise<MailState> {
  const name = `Resend at ${new URL(base).host}`
  try {
    const answer = await fetch(`${base.replace(/(?<!\/)\/+$/, '')}/domains`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await answer.text()
    if (answer.ok || text.includes('restricted_api_key')) return { kind: 'answers', message: `${name} accepts the key.` }
    if (answer.status === 401 || answer.status === 403)
      return { kind: 'fails', message: `${name} does not accept the key (status ${answer.status}). Check RESEND_API_KEY.` }
    if (answer.status >= 500) return { kind: 'fails', message: `${name} answered ${answer.status}.` }
    return { kind: 'answers', message: `${name} responds; the first message shows whether it accepts the key.` }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
    return { kind: 'fails', message: `${name} could not be reached${cause}.` }
  }
}

/** Checks the provider that `openMailer` would use. */
export async function checkMail({
  smtpUrl,
  resendKey,
  resendUrl,
}: Pick<MailOptions, 'smtpUrl' | 'resendKey' | 'resendUrl'>): Promise<MailState> {
  if (smtpUrl !== undefined) return checkSmtp(smtpUrl)
  return resendKey === undefined ? { kind: 'captured' } : checkResend(resendKey, resendUrl)
}
