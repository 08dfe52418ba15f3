/** One message to one person. */
export interface Message {
  /** Equal for equal messages only: it becomes the Message-ID and the provider's idempotency key. Letters, digits, dot and hyphen. */
  readonly id: string
  /** One address. */
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Where one POST takes the recipient off a list, for the buttons of mail programs (RFC 8058). */
  readonly unsubscribe?: string
  /** The code of a passcode message, for those who only capture mail: they print it. */
  readonly code?: string
}

/** A mail provider. */
export interface Mailer {
  /** For the start's lines and the logs: `SMTP to mail.example.in:587`. Holds no secret. */
  readonly describe: string
  /**
   * Sends a message. Resolves with the provider's id for it, once the provider has accepted it.
   * @param beforeSend awaited right before the message itself is sent, where the provider cannot recognise a repeat (see outbox/mutex.ts)
   * @param signal aborts the attempt, for callers with less time than the mailer takes
   * @throws MailFault when it was not accepted, or the provider did not answer
   */
  send(message: Message, beforeSend?: () => Promise<void>, signal?: AbortSignal): Promise<{ readonly id: string }>
  close(): Promise<void>
}

/** A message that was not accepted. */
export class MailFault extends Error {
  override readonly name = 'MailFault'
  /** The provider will never accept this message for this address: it is not retried. */
  readonly permanent: boolean
  /** The provider's words. */
  readonly reason: string

  constructor(reason: string, { permanent = false, cause }: { readonly permanent?: boolean; readonly cause?: unknown } = {}) {
    super(reason, { cause })
    this.permanent = permanent
    this.reason = reason
  }
}
