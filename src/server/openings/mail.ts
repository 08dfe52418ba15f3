import { isSentByHand } from '../../applications/letter-hold.ts'
import type { Handlers, OutboxEntry, Outcome } from '../../applications/outbox.ts'
import { deadlineLine, openCohort } from '../../content/cohorts.ts'
import type { Cohort } from '../../content/schema/cohort.ts'
import { hour } from '../../shared/dates.ts'
import { sendOnce } from '../mail/attempts.ts'
import type { OpeningMail } from '../mail/messages/compose.ts'
import type { Mailer, Message } from '../mail/port.ts'
import type { CrowdLimit, Outbox } from '../storage/outbox-port.ts'
import type { Subscription, Subscriptions } from '../storage/subscriptions-port.ts'

interface OpeningMailParts {
  readonly subscriptions: Pick<Subscriptions, 'byId' | 'remove' | 'waitAgain'>
  readonly outbox: Pick<Outbox, 'confirmationTime'>
  readonly cohorts: readonly Cohort[]
  /** How many confirmations may be sent in a period, to all addresses together. */
  readonly confirmations: CrowdLimit
  readonly mailer: Mailer
  /** The address of the accelerator's form. */
  readonly formUrl: string
  /** The links in mail about a subscription. */
  links(subscription: Subscription): Promise<Pick<OpeningMail, 'link' | 'off'>>
  compose(mail: OpeningMail, id: string): Message
  now(): Date
}

/**
 * Why the mail that asks for confirmation is not sent now; undefined when it is sent. It counts against the limits of confirmations (decision 0128), but
 * may use only half of the common limit, so that applicants do not wait for it.
 */
async function reasonToWait(
  { outbox, confirmations, now }: OpeningMailParts,
  { id }: OutboxEntry,
  { email, confirmedAt }: Subscription,
): Promise<Outcome | undefined> {
  if (confirmedAt !== null) return { kind: 'obsolete' }
  const half = { ...confirmations, count: Math.ceil(confirmations.count / 2) }
  const at = now()
  const time = await outbox.confirmationTime(id, email, half, at)
  // The desk does not list it, so nobody could send it by hand. The owner of the address can request it again.
  if (isSentByHand({ dueAt: time.at })) return { kind: 'obsolete' }
  return time.at > at ? { kind: 'postponed', until: time.at, why: time.why } : undefined
}

/** Sends the link that confirms an address, and the letter that a cohort is open. After that letter the subscription is deleted: it was for one letter. */
export const openingHandler =
  (parts: OpeningMailParts): Handlers['mail.opening'] =>
  async ({ subscriptionId, cohort }, entry, acquire) => {
    const { subscriptions, cohorts, formUrl, links, compose, mailer, now } = parts
    const subscription = await subscriptions.byId(subscriptionId)
    if (subscription === undefined) return { kind: 'deleted' }
    const mail = { to: subscription.email, ...(await links(subscription)) }
    if (cohort === undefined) {
      const reason = await reasonToWait(parts, entry, subscription)
      return reason ?? sendOnce(mailer, compose(mail, entry.id), acquire)
    }
    const at = now()
    if (openCohort(cohorts, at)?.label !== cohort) {
      await subscriptions.waitAgain(subscriptionId)
      return { kind: 'obsolete' }
    }
    const open = { cohort, deadline: deadlineLine(cohorts, at) ?? '', formUrl }
    const outcome = await sendOnce(mailer, compose({ ...mail, open }, entry.id), acquire)
    // If this fails, the sweep deletes it. An error here would count as a failed attempt, and the letter would be sent again.
    if (outcome.kind === 'sent') await subscriptions.remove(subscriptionId).catch(() => undefined)
    return outcome
  }

/** Queues the mail with the link that confirms an address, at most once an hour. */
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

/** Subscriptions per transaction. */
const batchSize = 500

interface OpeningLetters {
  readonly subscriptions: Pick<Subscriptions, 'queueLetters'>
  readonly cohorts: readonly Cohort[]
  now(): Date
  poke(): void
}

/** Queues a letter for every subscription when a cohort is open. Each gets one letter, even if several nodes call this. */
export async function queueOpeningLetters({ subscriptions, cohorts, now, poke }: OpeningLetters): Promise<void> {
  const open = openCohort(cohorts, now())
  if (open === undefined) return
  while ((await subscriptions.queueLetters(open.label, batchSize, now())) > 0) poke()
}
