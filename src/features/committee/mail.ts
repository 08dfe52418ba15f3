import { fillPath } from '../../api/route.ts'
import { isOpen, type LinkSecrets } from '../../server/auth/helper-links.ts'
import { sendOnce } from '../../server/mail/attempts.ts'
import { about, draw, type LetterSettings } from '../../server/mail/messages/compose.ts'
import { type OtherMailHandler, otherMail } from '../../server/mail/other-mail.ts'
import type { Mailer, Message } from '../../server/mail/port.ts'
import type { HelperLinks } from '../../server/records/access/port.ts'
import { longDate } from '../../shared/dates.ts'
import { committeePaths } from './api.ts'
import type { Committee } from './store.ts'

const memberLink = otherMail<{ readonly memberId: string }>('committee', 'Link of a committee member')

/** The draft of the mail with a member's link. */
export const linkDraft = (memberId: string, now: Date) =>
  memberLink.draft({ memberId }, { key: `committee:${memberId}:${now.getTime()}`, about: memberId, dueAt: now })

interface LinkMail {
  readonly to: string
  readonly memberName: string
  /** Of the round. */
  readonly title: string
  /** The number of applications. */
  readonly count: number
  readonly until: Date
  readonly link: string
}

/** Composes the mail with the link of a member. */
export function composeLink({ to, link, until, count, ...named }: LinkMail, settings: LetterSettings, id: string): Message {
  const applications = count === 1 ? '1 application' : `${count} applications`
  const values = { ...about(settings), ...named, count: applications, until: longDate(until), committeeLink: link }
  return draw(id, to, settings, settings.wording.template('committee'), values)
}

interface MemberLinks {
  readonly committee: Pick<Committee, 'round'>
  readonly helperLinks: Pick<HelperLinks, 'byId'>
  readonly secrets: LinkSecrets
  readonly publicUrl: string
  readonly mailer: Mailer
  readonly letters: LetterSettings
  now(): Date
}

/** Sends a member's link. One that has ended is not sent. */
export const memberLinks = ({
  committee,
  helperLinks,
  secrets,
  publicUrl,
  mailer,
  letters,
  now,
}: MemberLinks): OtherMailHandler =>
  memberLink.sentBy(async ({ memberId }, entry) => {
    const member = await helperLinks.byId(memberId)
    const round = member && (await committee.round(member.scope))
    if (member === undefined || round === undefined) return { kind: 'deleted' }
    if (!isOpen(member, now())) return { kind: 'obsolete' }
    const token = secrets.token(member)
    if (token === undefined) return { kind: 'refused', fault: 'The key of this server has changed. Make a new link at the desk.' }
    const { title, applications } = round
    const link = publicUrl + fillPath(committeePaths.committeeLink, { token })
    const mail = { to: member.email, memberName: member.name, title, count: applications.length, until: member.until, link }
    return sendOnce(mailer, composeLink(mail, letters, entry.id))
  })
