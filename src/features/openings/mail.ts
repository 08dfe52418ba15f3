import type { OutboxEntry, Outcome } from '../../applications/outbox.ts'
import { deadlineLine, openCohort } from '../../content/cohorts.ts'
import type { Cohort } from '../../content/schema/cohort.ts'
import { sendOnce } from '../../server/mail/attempts.ts'
import { about, draw, type LetterSettings } from '../../server/mail/messages/compose.ts'
import type { OtherMailHandler } from '../../server/mail/other-mail.ts'
import type { Mailer, Message } from '../../server/mail/port.ts'
import type { Outbox } from '../../server/records/outbox/port.ts'
import { after, hour } from '../../shared/dates.ts'
import type { OpeningLinks } from './links.ts'
import { openingLetter, openingLink, type Subscription, type Subscriptions, unconfirmedDays } from './store.ts'

/** A mail about a subscription. */
interface OpeningMail {
  readonly to: string
  /** The page on which the owner confirms or removes the address. */
  readonly link: string
  /** The URL for unsubscribing with one POST. */
  readonly off: string
  /** The open cohort, its deadline in a sentence, and the form's address; undefined in the mail that asks to confirm the address. */
  readonly open?: { readonly cohort: string; readonly deadline: string; readonly formUrl: string }
}

/** Composes a mail about a subscription, with the link of its page: a request to confirm the address, or the letter that a cohort is open. */
export function composeOpening({ to, link, off, open }: OpeningMail, settings: LetterSettings, id: string): Message {
  const template = settings.wording.template(open === undefined ? 'opening_link' : 'opening')
  const values = { ...about(settings), ...open, openingLink: link, days: String(unconfirmedDays) }
  return { ...draw(id, to, settings, template, values), unsubscribe: off }
}

interface OpeningMailParts {
  readonly subscriptions: Pick<Subscriptions, 'byId' | 'remove' | 'waitAgain'>
  readonly outbox: Pick<Outbox, 'turn' | 'isStopped'>
  readonly cohorts: readonly Cohort[]
  readonly mailer: Mailer
  /** The address of the accelerator's form. */
  readonly formUrl: string
  readonly links: OpeningLinks
  readonly letters: LetterSettings
  now(): Date
}

/**
 * Why the mail that asks for confirmation is not sent now; undefined when it is sent. It counts against the budget of its address (decision 0201). One that
 * would wait for more than an hour is not sent: the owner of the address can request it again.
 */
async function reasonToWait(
  { outbox, now }: OpeningMailParts,
  { id, createdAt }: OutboxEntry,
  { email, confirmedAt }: Subscription,
): Promise<Outcome | undefined> {
  if (confirmedAt !== null || (await outbox.isStopped(email))) return { kind: 'obsolete' }
  const at = now()
  const turn = await outbox.turn({ entryId: id, email }, at)
  if (turn.kind === 'now') return undefined
  return turn.kind === 'later' && turn.at <= after(createdAt, hour)
    ? { kind: 'postponed', until: turn.at, why: turn.why }
    : { kind: 'obsolete' }
}

/** Send the link that confirms an address, and the letter that a cohort is open. After that letter the subscription is deleted: it was for one letter. */
export function openingMails(parts: OpeningMailParts): readonly OtherMailHandler[] {
  const { subscriptions, cohorts, formUrl, links, letters, mailer, now } = parts
  return [
    openingLink.sentBy(async ({ subscriptionId }, entry) => {
      const subscription = await subscriptions.byId(subscriptionId)
      if (subscription === undefined) return { kind: 'deleted' }
      const reason = await reasonToWait(parts, entry, subscription)
      return (
        reason ??
        sendOnce(mailer, composeOpening({ to: subscription.email, ...(await links.of(subscription)) }, letters, entry.id))
      )
    }),
    openingLetter.sentBy(async ({ subscriptionId, cohort }, entry) => {
      const subscription = await subscriptions.byId(subscriptionId)
      if (subscription === undefined) return { kind: 'deleted' }
      const at = now()
      if (openCohort(cohorts, at)?.label !== cohort) {
        await subscriptions.waitAgain(subscriptionId)
        return { kind: 'obsolete' }
      }
      const open = { cohort, deadline: deadlineLine(cohorts, at) ?? '', formUrl }
      const mail = { to: subscription.email, ...(await links.of(subscription)), open }
      const outcome = await sendOnce(mailer, composeOpening(mail, letters, entry.id))
      // If this fails, the sweep deletes it. An error here would count as a failed attempt, and the letter would be sent again.
      if (outcome.kind === 'sent') await subscriptions.remove(subscriptionId).catch(() => undefined)
      return outcome
    }),
  ]
}

/** The draft of the mail with the link that confirms an address; one an hour. */
export const linkDraft = ({ id }: Subscription, now: Date) =>
  openingLink.draft(
    { subscriptionId: id },
    { key: `opening:${id}:link:${Math.floor(now.getTime() / hour)}`, about: id, dueAt: now },
  )

/** Subscriptions per transaction. */
const batchSize = 500

interface OpeningLetters {
  readonly subscriptions: Pick<Subscriptions, 'queueLetters'>
  readonly cohorts: readonly Cohort[]
  now(): Date
  /** Wakes the outbox's worker. */
  poke(): void
}

/** Queues a letter for every subscription when a cohort is open. Each gets one letter, even if several nodes call this. */
export async function queueOpeningLetters({ subscriptions, cohorts, now, poke }: OpeningLetters): Promise<void> {
  const open = openCohort(cohorts, now())
  if (open === undefined) return
  while ((await subscriptions.queueLetters(open.label, batchSize, now())) > 0) poke()
}
