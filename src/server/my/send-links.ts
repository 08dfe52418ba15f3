import type { Logger } from 'pino'
import { day, hour } from '../../shared/dates.ts'
import { mailboxKey } from '../../shared/mailbox.ts'
import { sha256 } from '../hashes.ts'
import type { LinkedApplication } from '../mail/messages/compose.ts'
import type { PrivateLinks } from '../private-links.ts'
import type { Applications } from '../storage/applications-port.ts'
import type { Limits } from '../storage/port.ts'

interface SendingLinks {
  readonly applications: Pick<Applications, 'list'>
  readonly limits: Limits
  readonly links: PrivateLinks
  readonly log: Logger
  now(): Date
  send(to: string, applications: readonly LinkedApplication[]): Promise<void>
}

/** One letter lists at most this many applications of an address, the newest. */
const maxListed = 20

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
    const lists = await Promise.all(
      [undefined, 'withdrawn' as const].map((status) => applications.list({ email, status, limit: maxListed })),
    )
    const matches = lists.flatMap((list) => list.applications).slice(0, maxListed)
    const [newest] = matches
    if (newest === undefined) return
    await send(
      newest.applicantEmail,
      await Promise.all(matches.map(async (application) => ({ application, link: await links.of(application) }))),
    )
  }
  return (email) => {
    sendTo(email).catch((err: unknown) => log.warn({ err, operation: 'send links' }, 'the letter with lost links was not sent'))
  }
}
