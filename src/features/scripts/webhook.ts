import { createHmac } from 'node:crypto'
import { toRecord } from '../../api/responses.ts'
import type { Application } from '../../applications/application.ts'
import { isHidden } from '../../applications/blind.ts'
import { decisionState, withoutHeld } from '../../applications/letter-hold.ts'
import { type ReportKind, reportKinds } from '../../applications/outbox.ts'
import { blindOf } from '../../server/blind/blind.ts'
import { readWithHistory } from '../../server/changes/save-changes.ts'
import { type KeyedHash, sha256 } from '../../server/crypto/hashes.ts'
import type { Settings } from '../../server/database/settings.ts'
import type { Reporting } from '../../server/outbox/handlers.ts'
import type { Applications } from '../../server/records/applications/port.ts'
import type { Outbox } from '../../server/records/outbox/port.ts'
import { after, minute } from '../../shared/dates.ts'
import { reference } from '../../shared/ids.ts'
import { type Posted, postJson } from './post.ts'

/** The webhook as stored. `secretHash`: of its secret, which is computed with the server's key and `salt`. */
export interface StoredWebhook {
  readonly url: string
  readonly events: readonly ReportKind[]
  /** Whether names, addresses and answers are sent. */
  readonly answers: boolean
  readonly salt: string
  readonly secretHash: string
}

export interface Webhook {
  readonly settings: Settings
  readonly outbox: Pick<Outbox, 'forApplication' | 'reports'>
  readonly applications: Pick<Applications, 'byId' | 'history'>
  readonly keyedHash: KeyedHash
  /** Whether the site itself is on this machine (see post.ts). */
  readonly isTrial: boolean
  readonly publicUrl: string
  /** Seconds in which a decision can be undone. */
  readonly holdS: number
  readonly events: EventsOfWebhook
  now(): Date
}

/** The setting with the webhook, or null. */
export const webhookKey = 'webhook'

/** The webhook, or null, with the revision of its setting. */
export async function stored(settings: Pick<Settings, 'get'>): Promise<{ webhook: StoredWebhook | null; revision: number }> {
  const { value = null, revision = 0 } = (await settings.get(webhookKey)) ?? {}
  return { webhook: value as StoredWebhook | null, revision }
}

/** What the webhook wants to hear of. Until it was read, that is everything; what is not chosen is dropped when it is sent. */
interface EventsOfWebhook {
  current(): readonly ReportKind[]
  /** Reads it again: another node may have changed it. */
  refresh(): Promise<void>
}

/** Remembers what the webhook reports. */
export function eventsOfWebhook(settings: Pick<Settings, 'get'>): EventsOfWebhook {
  let events: readonly ReportKind[] = reportKinds
  return {
    current: () => events,
    refresh: async () => {
      events = (await stored(settings)).webhook?.events ?? []
    },
  }
}

/** The secret, as Standard Webhooks write it. */
export const secretOf = (keyedHash: KeyedHash, salt: string): string =>
  `whsec_${Buffer.from(keyedHash('webhook', salt), 'hex').toString('base64')}`

/** What a report says in a chat. */
function chatText(content: Readonly<Record<string, unknown>>, publicUrl: string): string {
  const {
    id,
    form_type: form,
    status,
    what,
    applicant_name: name,
    company_name: company,
  } = (content.data ?? {}) as Record<string, unknown>
  if (typeof id !== 'string') return 'A test of the webhook.'
  const who = [company, name].filter((part) => typeof part === 'string' && part !== '').join(', ')
  const words = [
    `${form} ${reference(id)}: ${content.type}`,
    content.type === 'changed' ? `(${what})` : '',
    `· ${status}`,
    who && `· ${who}`,
  ]
  // In a message of Slack these three signs have a meaning.
  const escaped = words.filter(Boolean).join(' ').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  return `${escaped}\n${publicUrl}/app/dashboard?open=${id}`
}

/** The body of a call. Slack takes a text and nothing else. */
export const bodyFor = (url: string, content: Readonly<Record<string, unknown>>, publicUrl: string): string =>
  JSON.stringify(new URL(url).hostname === 'hooks.slack.com' ? { text: chatText(content, publicUrl) } : content)

/** Posts a signed body (standardwebhooks.com). @param id the same for each attempt, so that the receiver recognises a repeat */
export function send(
  { keyedHash, isTrial, publicUrl, now }: Webhook,
  { url, salt, secretHash }: StoredWebhook,
  id: string,
  content: Readonly<Record<string, unknown>>,
): Promise<Posted> {
  const secret = secretOf(keyedHash, salt)
  if (sha256(secret) !== secretHash)
    return Promise.resolve({ fault: 'The server has another key than when the secret was made. Make a new secret.' })
  const body = bodyFor(url, content, publicUrl)
  const stamp = String(Math.floor(now().getTime() / 1000))
  const signature = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${id}.${stamp}.${body}`)
    .digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': stamp, 'webhook-signature': `v1,${signature}`, 'user-agent': 'Kolam' }
  return postJson(url, headers, body, isTrial)
}

/** The personal data of an application, with the specification's names. */
function dataOf(application: Application) {
  const { applicant_name, applicant_email, company_name, form_data } = toRecord(application, true)
  return { applicant_name, applicant_email, company_name, form_data }
}

/** Calls the address with a change. Nothing is sent for a deleted application, nor before a decision is final. */
export const callWebhook =
  (parts: Webhook): Reporting['send'] =>
  async ({ applicationId, event, revision, what }, { id, createdAt }) => {
    const { webhook } = await stored(parts.settings)
    if (webhook === null || !webhook.events.includes(event)) return { kind: 'obsolete' }
    const read = await readWithHistory(parts, applicationId)
    if (read === undefined) return { kind: 'deleted' }
    const { application, history, messages } = read
    const state = event === 'decided' ? decisionState(revision, history, messages, parts.now(), parts.holdS) : 'final'
    if (state === 'void') return { kind: 'obsolete' }
    if (state === 'held') return { kind: 'postponed', until: after(parts.now(), minute), why: 'The decision can still be undone' }
    const shown = withoutHeld(application, history, messages, parts.now(), parts.holdS)
    const decision = history[revision]?.event
    const { fault, isGone } = await send(parts, webhook, id, {
      type: event,
      timestamp: createdAt.toISOString(),
      data: {
        ...{ id: applicationId, form_type: application.formType, what },
        status: event === 'decided' && decision?.what === 'moved' ? decision.to : shown.status,
        ...(webhook.answers && !isHidden(await blindOf(parts.settings), shown) && dataOf(shown)),
      },
    })
    if (fault === '') return { kind: 'sent' }
    return isGone === true ? { kind: 'refused', fault } : { kind: 'failed', fault }
  }
