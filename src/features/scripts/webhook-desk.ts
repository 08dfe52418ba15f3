import { randomBytes } from 'node:crypto'
import { toMessageRecord } from '../../api/responses.ts'
import { type OutboxEntry, reportKinds } from '../../applications/outbox.ts'
import { sha256 } from '../../server/crypto/hashes.ts'
import { readObject, shortBytes } from '../../server/http/body.ts'
import { refuseFaults } from '../../server/http/faults.ts'
import { addressFault } from '../../server/http/public-address.ts'
import { Routes, succeeded } from '../../server/http/routes.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { type DeliveryRecord, scriptRoutes } from './api.ts'
import { type StoredWebhook, secretOf, send, stored, type Webhook, webhookKey } from './webhook.ts'

const deliveryOf = (entry: OutboxEntry): readonly DeliveryRecord[] =>
  entry.topic !== 'report'
    ? []
    : [
        {
          ...toMessageRecord(entry),
          ...{ event: entry.payload.event, what: entry.payload.what, created_at: entry.createdAt.toISOString() },
        },
      ]

/** How many deliveries the desk lists. */
const listed = 20

/** The webhook at the desk: set, tested and ended. */
export function webhookRoutes(parts: Webhook): Routes {
  const { settings, outbox, keyedHash, isTrial, events, now } = parts
  const newSecret = () => {
    const salt = randomBytes(16).toString('base64url')
    const secret = secretOf(keyedHash, salt)
    return { secret, made: { salt, secretHash: sha256(secret) } }
  }
  async function put(next: (webhook: StoredWebhook | null) => StoredWebhook | null): Promise<void> {
    const { webhook, revision } = await stored(settings)
    if ((await settings.put(webhookKey, next(webhook), revision)) === 'stale') return put(next)
    return events.refresh()
  }
  const existing = async (): Promise<StoredWebhook> => {
    const { webhook } = await stored(settings)
    if (webhook === null) throw new AppError('RECORD_NOT_FOUND', { message: 'There is no webhook.' })
    return webhook
  }
  return new Routes('admin')
    .on(scriptRoutes.webhook, async () => {
      const { webhook } = await stored(settings)
      return {
        webhook: webhook && { url: webhook.url, events: webhook.events, answers: webhook.answers },
        deliveries: (await outbox.reports(listed)).flatMap(deliveryOf),
      }
    })
    .on(scriptRoutes.saveWebhook, async (context) => {
      const body = await readObject(context, shortBytes)
      const url = typeof body.url === 'string' ? body.url.trim() : ''
      const chosen = Array.isArray(body.events) ? reportKinds.filter((event) => (body.events as unknown[]).includes(event)) : []
      const fault = addressFault(url, isTrial)
      refuseFaults({
        ...(fault !== undefined && { url: fault }),
        ...(chosen.length === 0 && { events: 'Choose at least one event' }),
      })
      const { secret, made } = newSecret()
      let isNew = false
      await put((webhook) => {
        isNew = webhook === null
        return { ...(webhook ?? made), url, events: chosen, answers: body.answers === true }
      })
      return { secret: isNew ? secret : null }
    })
    .on(scriptRoutes.renewWebhook, async () => {
      await existing()
      const { secret, made } = newSecret()
      await put((webhook) => webhook && { ...webhook, ...made })
      return { secret }
    })
    .on(scriptRoutes.endWebhook, async () => {
      await put(() => null)
      return succeeded
    })
    .on(scriptRoutes.testWebhook, async () => {
      const content = { type: 'test', timestamp: now().toISOString(), data: {} }
      return { fault: (await send(parts, await existing(), newId(now()), content)).fault }
    })
}
