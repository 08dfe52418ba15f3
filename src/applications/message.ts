import type { Application } from './application.ts'
import type { HistoryEntry } from './history.ts'
import type { Change } from './moves.ts'
import { isLetter, type OutboxEntry, type WrittenMessage } from './outbox.ts'
import type { Act } from './outgoing/change.ts'
import { outgoing } from './outgoing/outgoing.ts'

type MessageText = Pick<WrittenMessage, 'subject' | 'text'>

/** The outbox key of a message. Repeated calls with the same idempotency key give the same message. */
export const messageKey = (applicationId: string, idempotencyKey: string): string => `${applicationId}:written:${idempotencyKey}`

/** The message with this key among an application's messages, or undefined. */
export function findMessage(
  key: string,
  messages: readonly OutboxEntry[],
): (OutboxEntry & { readonly payload: WrittenMessage }) | undefined {
  for (const entry of messages)
    if (entry.key === key && entry.topic === 'mail.letter' && entry.payload.letter === 'written')
      return { ...entry, payload: entry.payload }
  return undefined
}

/** Queues a message to the applicant. It can be undone during its hold. */
export function writeMessage(
  application: Application,
  { subject, text }: MessageText,
  key: string,
  { by, at, delivery }: Act,
): Change {
  const entry: HistoryEntry = { at, by, event: { what: 'written', subject, key } }
  return { application, entry, ...outgoing(application, entry, delivery, { text }) }
}

/**
 * Undoes a message before its first attempt; undefined if it was attempted, sent or removed.
 * @param revision the one that the message produced
 */
export function undoMessage(
  application: Application,
  revision: number,
  messages: readonly OutboxEntry[],
  { by, at, delivery }: Act,
): Change | undefined {
  const message = messages.filter(isLetter).findLast((entry) => entry.revision === revision)
  // After a failed attempt it is unknown whether the message arrived.
  if (message?.payload.letter !== 'written' || message.state !== 'waiting' || message.attempts > 0) return undefined
  const event = { what: 'undone', undid: 'written', subject: message.payload.subject } as const
  const entry: HistoryEntry = { at, by, event }
  return { application, entry, ...outgoing(application, entry, delivery, { cancels: [message.id] }) }
}
