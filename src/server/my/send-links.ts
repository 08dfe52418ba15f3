import type { Logger } from 'pino'
import { day, hour } from '../../shared/dates.ts'
import { mailboxKey } from '../../shared/mailbox.ts'
import { sha256 } from '../hashes.ts'
import type { LinkedApplication } from '../mail/messages/compose.ts'
import type { PrivateLinks } from '../private-links.ts'
import type { Applications, OfAddress } from '../storage/applications-port.ts'
import type { Limits } from '../storage/port.ts'

interface SendingLinks {
  readonly applications: Pick<Applications, 'ofAddress' | 'byId'>
  readonly limits: Limits
  readonly links: PrivateLinks
  readonly log: Logger
  now(): Date
  /** @param unlisted how many applications the letter leaves out */
  send(to: string, applications: readonly LinkedApplication[], unlisted: number): Promise<void>
}

/** One letter lists at most this many applications of an address. */
const maxListed = 20

/**
 * The applications that a letter lists: anyone can send many forms with a person's address, and these must not leave out the person's own. First come
 * those whose link was opened from a letter, the earliest opened first chosen. The rest are as many of the oldest as of the newest, withdrawn ones last.
 * @param all newest first
 */
function chooseListed<Listed extends OfAddress>(all: readonly Listed[], max = maxListed): readonly Listed[] {
  const opened = all
    .filter(({ openedAt }) => openedAt !== null)
    .toSorted((a, b) => Number(a.openedAt) - Number(b.openedAt))
    .slice(0, max)
  const unopened = all
    .filter(({ openedAt }) => openedAt === null)
    .toSorted((a, b) => Number(a.isWithdrawn) - Number(b.isWithdrawn))
  const places = max - opened.length
  const outermost = unopened.filter(
    (_, index) => index < Math.ceil(places / 2) || index >= unopened.length - Math.floor(places / 2),
  )
  return [...all.filter((each) => opened.includes(each)), ...outermost]
}

/**
 * Sends the links of an address in one letter, at most one an hour and three a day per address. The work is done after the response, so that its
 * duration does not reveal whether the address has an application.
 */
export const linkSender = ({ applications, limits, links, log, now, send }: SendingLinks): ((email: string) => void) => {
  const sendTo = async (email: string): Promise<void> => {
    const recipient = sha256(mailboxKey(email))
    for (const [period, ms, max] of [
      ['hour', hour, 1],
      ['day', day, 3],
    ] as const)
      if (!(await limits.hit(`links:${period}:${recipient}`, max, ms, now())).allowed) return
    const all = await applications.ofAddress(email)
    const matches = (await Promise.all(chooseListed(all).map(({ id }) => applications.byId(id)))).filter(
      (application) => application !== undefined,
    )
    const [first] = matches
    if (first === undefined) return
    const linked = matches.map(async (application) => ({ application, link: (await links.ofOwner(application)).url }))
    await send(first.applicantEmail, await Promise.all(linked), all.length - matches.length)
  }
  return (email) => {
    sendTo(email).catch((err: unknown) => log.warn({ err, operation: 'send links' }, 'the letter with lost links was not sent'))
  }
}
