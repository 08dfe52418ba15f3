import { type Event, reportedChanges } from '../history.ts'
import type { OutboxDraft, WebhookEvent } from '../outbox.ts'
import type { Cause } from './change.ts'

/** The key of the webhook's entry for the change that led to `revision + 1`, or for the arrival. */
export const webhookKey = (id: string, revision: number | 'received'): string => `${id}:webhook:${revision}`

/** The webhook's entry for a change; none when no webhook wants it. @param dueAt a decision is sent when it can no longer be undone, as its letter is */
export const webhookEntry = (cause: Cause, event: WebhookEvent, dueAt: Date = cause.at): readonly OutboxDraft[] => {
  const { id, revision, delivery } = cause
  if (delivery.webhook?.includes(event) !== true) return []
  const payload = { applicationId: id, event, revision: revision + 1, what: changeOf(cause.event) }
  return [{ topic: 'webhook', payload, key: webhookKey(id, event === 'received' ? event : revision), applicationId: id, dueAt }]
}

/** The kind of a change, for the receiver. */
const changeOf = (event: Event): string => (event.what === 'undone' ? event.undid : event.what)

/** Whether a change is sent as `changed`. Nothing is sent of an application in quarantine. */
export const isChange = (event: Event): boolean =>
  reportedChanges.includes(changeOf(event)) && !(event.what === 'answers_changed' && event.quarantined === true)
