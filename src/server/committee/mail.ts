import { sendOnce } from '../mail/attempts.ts'
import type { CommitteeMail } from '../mail/messages/compose.ts'
import { type OtherMailHandler, otherMail } from '../mail/other-mail.ts'
import type { Mailer, Message } from '../mail/port.ts'
import { type CommitteeLinks, isOpen } from './links.ts'
import type { Committee } from './store.ts'

interface CommitteeMailParts {
  readonly committee: Pick<Committee, 'member' | 'round'>
  readonly links: CommitteeLinks
  readonly mailer: Mailer
  compose(mail: CommitteeMail, id: string): Message
  now(): Date
}

const memberLink = otherMail<{ readonly memberId: string }>('committee')

/** Sends a member's link. One that has ended is not sent. */
export const committeeHandler = ({ committee, links, mailer, compose, now }: CommitteeMailParts): OtherMailHandler =>
  memberLink.sentBy(async ({ memberId }, entry) => {
    const member = await committee.member(memberId)
    const round = member && (await committee.round(member.roundId))
    if (member === undefined || round === undefined) return { kind: 'deleted' }
    if (member.endedAt !== null || !isOpen(round, now())) return { kind: 'obsolete' }
    const link = links.url(member)
    if (link === undefined) return { kind: 'refused', fault: 'The key of this server has changed. Make a new link at the desk.' }
    const { title, endsAt: until, applications } = round
    const mail = { to: member.email, memberName: member.name, title, count: applications.length, until, link }
    return sendOnce(mailer, compose(mail, entry.id))
  })

/** The draft of the mail with a member's link. */
export const linkDraft = (memberId: string, now: Date) =>
  memberLink.draft({ memberId }, { key: `committee:${memberId}:${now.getTime()}`, about: memberId, dueAt: now })
