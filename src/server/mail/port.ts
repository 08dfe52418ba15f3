/** One message to one person. */
export interface Message {
  /** Equal for equal messages only: it becomes the Message-ID and the provider's idempotency key. Letters, digits, dot and hyphen. */
  readonly id: string
  /** One address. */
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** The code of a passcode message, for those who only capture mail: they print it. */
  readonly code?: string
}

/** Where mail goes. */
export interface Mailer {
  /** For the start's lines and the logs: `SMTP to mail.example.in:587`. Holds no secret. */
  readonly describe: string
  /**
   * Hands a message over; resolves with the provider's name for it once the provider has answered that it is theirs.
   * @param turn awaited right before the message itself goes, where the provider could not tell a repeat: see the outbox's turns
   * @param signal gives the attempt up when it is aborted: for callers who have less time than the mailer takes
   * @throws MailFault when it was not taken, or when nobody said that it was.
   */
  send(message: Message, turn?: () => Promise<void>, signal?: AbortSignal): Promise<{ readonly id: string }>
  close(): Promise<void>
}

/** A message that was not taken. */
export class MailFault extends Error {
  override readonly name = 'MailFault'
  /** The provider will never take this message for this address: trying again is of no use. */
  readonly permanent: boolean
  /** Why, in the words of who refused. */
  readonly says: string

  constructor(says: string, { permanent = false, cause }: { readonly permanent?: boolean; readonly cause?: unknown } = {}) {
    super(says, { cause })
    this.permanent = permanent
    this.says = says
  }
}
