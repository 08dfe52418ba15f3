import type { WebhookEvent } from '../applications/outbox.ts'
import type { MessageRecord } from './responses.ts'
import type { Done } from './route.ts'

// The tokens with which the admin's own programs read, and the webhook. Times are ISO 8601.

/** How many tokens there can be. */
export const maxTokens = 5

export interface TokenRecord {
  readonly id: string
  readonly name: string
  readonly created_at: string
  /** To the minute; null if it has not been used. */
  readonly used_at: string | null
}

export interface ScriptsResponse extends Done {
  /** Oldest first. */
  readonly tokens: readonly TokenRecord[]
}

/** The webhook, without its secret. */
export interface WebhookRecord {
  readonly url: string
  readonly events: readonly WebhookEvent[]
  /** Whether names, addresses and answers are sent. */
  readonly answers: boolean
}

/** A report to the webhook, from the outbox. */
export interface DeliveryRecord extends MessageRecord {
  readonly event: WebhookEvent
  /** The kind of change. */
  readonly what: string
  readonly created_at: string
}

export interface WebhookResponse extends Done {
  readonly webhook: WebhookRecord | null
  /** Newest first. */
  readonly deliveries: readonly DeliveryRecord[]
}
