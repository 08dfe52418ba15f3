import type { VerifyResponse } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { second } from '../../shared/dates.ts'
import { CallError, call, report } from '../client.ts'

/** Attempts at a passcode call, and the pause between them (specification, section 9). */
const attempts = 2
const pause = second
/** The timeout of a call; longer than all the server's attempts to send a mail together. */
const timeoutMs = 40 * second

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Makes a passcode call. If there is no response, or a server error, it retries with the same idempotency key. */
async function withRetry<Answer>(
  make: (parts: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await make({ headers, signal: AbortSignal.timeout(timeoutMs) })
    } catch (error) {
      const again = error instanceof CallError && (error.status === 0 || error.status >= 500)
      if (!again || attempt === attempts) throw error
      await wait(pause)
    }
  }
}

/** The message of a failure: the server's, or one of ours if there is no response or the response has no message. */
function messageOf(operation: string, error: unknown, unreachable: string, withoutMessage: string): string {
  report(operation, error)
  if (!(error instanceof CallError) || error.status === 0) return unreachable
  return error.hasServerMessage ? error.message : withoutMessage
}

type Sent = { readonly ok: true } | { readonly ok: false; readonly message: string }

/** Requests a passcode by mail to `email`. */
export async function sendPasscode(email: string): Promise<Sent> {
  try {
    await withRetry((parts) => call(routes.requestPasscode, { body: { email }, ...parts }))
    return { ok: true }
  } catch (error) {
    return {
      ok: false,
      message: messageOf('sending a passcode', error, 'Failed to send OTP. Please try again.', 'Failed to send OTP email'),
    }
  }
}

export type Verified = { readonly ok: true; readonly response: VerifyResponse } | { readonly ok: false; readonly message: string }

/** Signs in with the passcode that was mailed to `email`. */
export async function verifyPasscode(email: string, otp: string): Promise<Verified> {
  try {
    return { ok: true, response: await withRetry((parts) => call(routes.verifyPasscode, { body: { email, otp }, ...parts })) }
  } catch (error) {
    return {
      ok: false,
      message: messageOf(
        'verifying a passcode',
        error,
        'Failed to verify OTP. Please try again.',
        'Invalid OTP. Please try again.',
      ),
    }
  }
}
