import { waitsForHand } from '../../applications/letter-hold.ts'
import type { Handlers, OutboxEntry, Outcome } from '../../applications/outbox.ts'
import { deadlineLine, openCohort } from '../../content/cohorts.ts'
import type { Cohort } from '../../content/schema/cohort.ts'
import { hour } from '../../shared/dates.ts'
import { handOver } from '../mail/attempts.ts'
import type { OpeningMail } from '../mail/messages/compose.ts'
import type { Mailer, Message } from '../mail/port.ts'
import type { CrowdLimit, Outbox } from '../storage/outbox-port.ts'
import type { Subscription, Subscriptions } from '../storage/subscriptions-port.ts'

interface OpeningMailParts {
  readonly subscriptions: Pick<Subscriptions, 'byId' | 'remove' | 'waitAgain'>
  readonly outbox: Pick<Outbox, 'confirmationTime'>
  readonly cohorts: readonly Cohort[]
  /** How many confirmations may go in a period, to all addresses together. */
  readonly confirmations: CrowdLimit
  readonly mailer: Mailer
  /** Where one applies. */
  readonly formUrl: string
  /** The links of an address that waits. */
  links(subscription: Subscription): Promise<Pick<OpeningMail, 'link' | 'off'>>
  compose(mail: OpeningMail, id: string): Message
  now(): Date
}

/**
 * Why an address is not asked to confirm now; undefined when it is. It is under the limits of confirmations (decision 0128), and has half of what they
 * allow to all addresses together, so that applicants do not wait for it.
 */
async function reasonNotToAsk(
  { outbox, confirmations, now }: OpeningMailParts,
  { id }: OutboxEntry,
  { email, confirmedAt }: Subscription,
): Promise<Outcome | undefined> {
  if (confirmedAt !== null) return { kind: 'obsolete' }
  const half = { ...confirmations, count: Math.ceil(confirmations.count / 2) }
  const at = now()
  const time = await outbox.confirmationTime(id, email, half, at)
  // Nobody sends it by hand: whoever still wants to be told requests it again.
  if (waitsForHand({ dueAt: time.at })) return { kind: 'obsolete' }
  return time.at > at ? { kind: 'postponed', until: time.at, why: time.why } : undefined
}

/** Sends the link that confirms an address, and the letter that a cohort is open. With that letter the address is deleted: it was to have one. */
export const openingHandler =
  (parts: OpeningMailParts): Handlers['mail.opening'] =>
  async ({ subscriptionId, cohort }, entry, acquire) => {
    const { subscriptions, cohorts, formUrl, links, compose, mailer, now } = parts
    const subscription = await subscriptions.byId(subscriptionId)
    if (subscription === undefined) return { kind: 'deleted' }
    const mail = { to: subscription.email, ...(await links(subscription)) }
    if (cohort === undefined) {
      const reason = await reasonNotToAsk(parts, entry, subscription)
      return reason ?? handOver(mailer, compose(mail, entry.id), acquire)
    }
    const at = now()
    if (openCohort(cohorts, at)?.label !== cohort) {
      await subscriptions.waitAgain(subscriptionId)
      return { kind: 'obsolete' }
    }
    const open = { cohort, deadline: deadlineLine(cohorts, at) ?? '', formUrl }
    const outcome = await handOver(mailer, compose({ ...mail, open }, entry.id), acquire)
    if (outcome.kind === 'sent') await subscriptions.remove(subscriptionId)
    return outcome
  }

/** Queues the link by which the owner of an address confirms it: once an hour at most, however often it is requested. */
export const queueLink = (outbox: Pick<Outbox, 'queue'>, { id }: Subscription, now: Date): Promise<void> =>
  outbox.queue(
    [
      {
        topic: 'mail.opening',
        payload: { subscriptionId: id },
        key: `opening:${id}:link:${Math.floor(now.getTime() / hour)}`,
        applicationId: id,
        dueAt: now,
      },
    ],
    now,
  )

/** Addresses that one transaction queues letters for. */
const batchSize = 500

interface Telling {
  readonly subscriptions: Pick<Subscriptions, 'tell'>
  readonly cohorts: readonly Cohort[]
  now(): Date
  poke(): void
}

/** Queues a letter for every address that waits, when a cohort is open: each has one, on however many nodes this is called. */
export async function tellOpening({ subscriptions, cohorts, now, poke }: Telling): Promise<void> {
  const open = openCohort(cohorts, now())
  if (open === undefined) return
  while ((await subscriptions.tell(open.label, batchSize, now())) > 0) poke()
}
