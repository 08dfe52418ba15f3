import type { Logger } from 'pino'
import type { OutboxEntry } from '../../applications/outbox.ts'
import { newId } from '../../shared/ids.ts'
import type { PrivateLinks } from '../links/port.ts'
import type { LinkedApplication } from '../mail/messages/compose.ts'
import { otherMail } from '../mail/other-mail.ts'
import type { Lists, OfAddress, StoredApplications } from '../records/applications/lists.ts'
import type { Outbox } from '../records/outbox/port.ts'

/** One letter with the links of all applications of the address that this one has. Somebody asked for them. */
export const lostLinks = otherMail<{ readonly applicationId: string }>(
  'links',
  'Links of the address to the applicant',
  'strangers',
)

interface SendingLinks {
  readonly applications: Pick<Lists, 'ofAddress'>
  readonly outbox: Pick<Outbox, 'forApplication' | 'queue'>
  readonly log: Logger
  now(): Date
  poke(): void
}

/** One letter lists at most this many applications of an address. */
const maxListed = 20

/**
 * The applications that a letter lists: anyone can send many forms with a person's address, and these must not leave out the person's own. First come
 * those whose link was opened from a letter, the earliest opened first chosen. The rest are as many of the oldest as of the newest, those that are not in review last.
 * @param all newest first
 */
function chooseListed<Listed extends OfAddress>(all: readonly Listed[], max = maxListed): readonly Listed[] {
  const opened = all
    .filter(({ openedAt }) => openedAt !== null)
    .toSorted((a, b) => Number(a.openedAt) - Number(b.openedAt))
    .slice(0, max)
  const unopened = all.filter(({ openedAt }) => openedAt === null).toSorted((a, b) => Number(b.isInReview) - Number(a.isInReview))
  const places = max - opened.length
  const outermost = unopened.filter(
    (_, index) => index < Math.ceil(places / 2) || index >= unopened.length - Math.floor(places / 2),
  )
  return [...all.filter((each) => opened.includes(each)), ...outermost]
}

/** The applications of an address that a letter lists, each with its owner's link, and how many it leaves out. */
export async function linkedTo(
  {
    applications,
    links,
  }: { readonly applications: Pick<StoredApplications, 'ofAddress' | 'byId'>; readonly links: PrivateLinks },
  email: string,
): Promise<{ readonly linked: readonly LinkedApplication[]; readonly unlisted: number }> {
  const all = await applications.ofAddress(email)
  const matches = (await Promise.all(chooseListed(all).map(({ id }) => applications.byId(id)))).filter(
    (application) => application !== undefined,
  )
  const linked = matches.map(async (application) => ({
    application,
    link: (await links.ofOwner(application)).url,
    stopLink: await links.stop(application),
  }))
  return { linked: await Promise.all(linked), unlisted: all.length - matches.length }
}

/**
 * Queues one letter with the links of an address, which waits for the budget of the address (decision 0201). The work is done after the response, so that its
 * duration does not reveal whether the address has an application.
 */
export const linkSender = ({ applications, outbox, log, now, poke }: SendingLinks): ((email: string, ip?: string) => void) => {
  const queue = async (email: string, ip: string | undefined): Promise<void> => {
    const oldest = (await applications.ofAddress(email)).at(-1)
    if (oldest === undefined) return
    const at = now()
    const { id: applicationId } = oldest
    const waits = ({ payload, state }: OutboxEntry): boolean => 'mail' in payload && (state === 'waiting' || state === 'claimed')
    if ((await outbox.forApplication(applicationId)).some(waits)) return
    const key = `${applicationId}:links:${newId(at)}`
    await outbox.queue([lostLinks.draft({ applicationId }, { key, about: applicationId, dueAt: at })], at, ip)
    poke()
  }
  return (email, ip) => {
    queue(email, ip).catch((err: unknown) =>
      log.warn({ err, operation: 'send links' }, 'the letter with lost links was not queued'),
    )
  }
}
