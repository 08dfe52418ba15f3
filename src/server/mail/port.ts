import type { CalendarEvent, CalendarMethod } from '../../shared/calendar.ts'

/** One message to one person. */
export interface Message {
  /** The same for the same message: it becomes the Message-ID and the provider's idempotency key. Letters, digits, dots and hyphens. */
  readonly id: string
  /** One address. */
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** The URL for unsubscribing with one POST, for the buttons of mail programs (RFC 8058). */
  readonly unsubscribe?: string
  /** An event for the calendar of the recipient, from the sender of the message. */
  readonly calendar?: { readonly method: CalendarMethod; readonly event: CalendarEvent }
  /** The code of a passcode mail, which the capturing mailer prints. */
  readonly code?: string
}

/** A mail provider. */
export interface Mailer {
  /** For the lines at the server's start and the logs, such as `SMTP to mail.example.in:587`. Contains no secret. */
  readonly describe: string
  /**
   * Sends a message. Resolves with the provider's id when the provider has accepted it.
   * @param signal aborts the attempt, for callers with less time than the mailer's own limit
   * @throws MailFault when the provider did not accept it or did not respond
   */
  send(message: Message, signal?: AbortSignal): Promise<{ readonly id: string }>
  close(): Promise<void>
}

/** A message that was not accepted. */
export class MailFault extends Error {
  override readonly name = 'MailFault'
  /** The provider will never accept this message for this address, so it is not retried. */
  readonly permanent: boolean
  /** Whether the fault is about this address only: it says nothing about the provider. */
  readonly ofRecipient: boolean
  /** In the provider's words. */
  readonly reason: string

  constructor(
    reason: string,
    {
      permanent = false,
      ofRecipient = false,
      cause,
    }: { readonly permanent?: boolean; readonly ofRecipient?: boolean; readonly cause?: unknown } = {},
  ) {
    super(reason, { cause })
    this.permanent = permanent
    this.ofRecipient = ofRecipient
    this.reason = reason
  }
}
