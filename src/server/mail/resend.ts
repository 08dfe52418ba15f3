import { second } from '../../shared/dates.ts'
import { parseJson } from '../../shared/json.ts'
import { calendarPart, type From, headerText, machineHeaders, recipient, senderOf, senderText } from './headers.ts'
import { type Mailer, MailFault, type Message } from './port.ts'

interface ResendOptions {
  readonly key: string
  /** The base URL: messages go to `{base}/emails`. */
  readonly url?: string
  readonly from: From
  /** The time limit of a call, milliseconds. */
  readonly timeoutMs?: number
}

/** The specification's text (sections 7.10 and 8). */
export const timeoutWords = 'Resend API timeout - please try again'
const failedWords = 'Failed to send email'

/** The provider's error for an idempotency key that was used with other content. */
const keyReused = 'invalid_idempotent_request'

/**
 * Whether a refusal is about the message itself. API keys, unverified domains and limits (401, 403, 429) are for us to fix. A 409 is permanent only
 * when the idempotency key was used with other content: the wording or the address was changed since. Otherwise another call has the key.
 */
const isPermanent = (status: number, name: unknown): boolean =>
  status === 400 || status === 413 || status === 422 || (status === 409 && name === keyReused)

/** The error text in the body of a failed response: `{message}`, `{error}` or `{error: {message}}`. */
function errorText(body: unknown): string {
  if (typeof body !== 'object' || body === null) return failedWords
  const { message, error } = body as { message?: unknown; error?: unknown }
  const text = typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : (error ?? message)
  return typeof text === 'string' && text.trim() !== '' ? headerText(text) : failedWords
}

/** Mail through Resend's HTTP API. The message's id is the idempotency key, so a repeat after a crash is not sent twice. */
export function resendMailer({ key, url = 'https://api.resend.com', from, timeoutMs = 15 * second }: ResendOptions): Mailer {
  senderOf(from)
  const endpoint = `${url.replace(/(?<!\/)\/+$/, '')}/emails`

  async function call(
    message: Message,
    to: string,
    signal: AbortSignal | undefined,
  ): Promise<{ ok: boolean; status: number; body: unknown }> {
    const limit = AbortSignal.timeout(timeoutMs)
    const part = calendarPart(message, senderOf(from), to)
    try {
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': message.id },
        body: JSON.stringify({
          from: senderText({ ...senderOf(from), name: headerText(senderOf(from).name) }),
          to: [to],
          subject: headerText(message.subject),
          html: message.html,
          text: message.text,
          ...(part && {
            attachments: [
              {
                filename: part.filename,
                content: Buffer.from(part.content).toString('base64'),
                content_type: `text/calendar; charset=utf-8; method=${part.method}`,
              },
            ],
          }),
          headers: { ...machineHeaders(message), 'X-Entity-Ref-ID': message.id },
        }),
        // A redirect would send the key to another host.
        redirect: 'manual',
        signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      })
      return { ok: answer.ok, status: answer.status, body: parseJson(await answer.text()) }
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') throw new MailFault(timeoutWords, { cause: error })
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
      throw new MailFault(headerText(`Unexpected error: ${(error as Error).message} ${cause}`), { cause: error })
    }
  }

  return {
    describe: `Resend at ${new URL(endpoint).host}`,
    async send(message, signal) {
      const { ok, status, body } = await call(message, recipient(message.to), signal)
      const { id, name } = (body ?? {}) as { id?: unknown; name?: unknown }
      if (!ok) {
        const reason =
          name === keyReused ? `It may have been delivered already, with another text: ${errorText(body)}` : errorText(body)
        throw new MailFault(reason, { permanent: isPermanent(status, name) })
      }
      if (typeof id !== 'string') throw new MailFault(failedWords)
      return { id }
    },
    close: async () => {},
  }
}
