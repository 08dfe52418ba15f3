import type { MessageRecord } from '../../api/responses.ts'
import { type Done, get, post, put, remove, whileBlind } from '../../api/route.ts'
import type { ReportKind } from '../../applications/outbox.ts'

// The tokens with which the admin's own programs read, and the webhook. Times are ISO 8601.

/** The address of the description of what programs may call. */
export const openapiPath = '/openapi.json'

/** How many tokens there can be. */
export const maxTokens = 5

export interface TokenRecord {
  readonly id: string
  readonly name: string
  readonly created_at: string
  /** To the minute; null if it has not been used. */
  readonly used_at: string | null
}

interface ScriptsResponse extends Done {
  /** Oldest first. */
  readonly tokens: readonly TokenRecord[]
}

/** The webhook, without its secret. */
export interface WebhookRecord {
  readonly url: string
  readonly events: readonly ReportKind[]
  /** Whether names, addresses and answers are sent. */
  readonly answers: boolean
}

/** A report to the webhook, from the outbox. */
export interface DeliveryRecord extends MessageRecord {
  readonly event: ReportKind
  /** The kind of change. */
  readonly what: string
  readonly created_at: string
}

interface WebhookResponse extends Done {
  readonly webhook: WebhookRecord | null
  /** Newest first. */
  readonly deliveries: readonly DeliveryRecord[]
}

/** Reports to the webhook are listed by reference, and tokens are not about applicants. */
export const scriptRoutes = whileBlind('safe', {
  /** The tokens with which the admin's own programs read. */
  scripts: get('/api/scripts').answers<ScriptsResponse>(),
  /** Makes a token, which is in no later answer. */
  makeToken: post('/api/scripts/tokens').takes<{ readonly name: string }>().answers<Done & { readonly token: string }>(),
  endToken: remove('/api/scripts/tokens/:id').answers(),
  /** The webhook, and the last reports to it. */
  webhook: get('/api/scripts/webhook').answers<WebhookResponse>(),
  /** Sets it. `secret`: of a new one, which is in no later answer; null for a change. */
  saveWebhook: put('/api/scripts/webhook').takes<WebhookRecord>().answers<Done & { readonly secret: string | null }>(),
  endWebhook: remove('/api/scripts/webhook').answers(),
  renewWebhook: post('/api/scripts/webhook/secret').takes<object>().answers<Done & { readonly secret: string }>(),
  /** Sends a test now. `fault`: why it was not accepted; empty when it was. */
  testWebhook: post('/api/scripts/webhook/test').takes<object>().answers<Done & { readonly fault: string }>(),
})
