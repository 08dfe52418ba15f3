import { fillPath } from '../../api/route.ts'
import type { OutboxEntry, Outcome } from '../../applications/outbox.ts'
import { isOpen, type LinkSecrets } from '../../server/auth/helper-links.ts'
import { sendOnce } from '../../server/mail/attempts.ts'
import { about, draw, type LetterSettings } from '../../server/mail/messages/compose.ts'
import { type OtherMailHandler, otherMail } from '../../server/mail/other-mail.ts'
import type { Mailer, Message } from '../../server/mail/port.ts'
import type { HelperLink, HelperLinks, LinkMail } from '../../server/records/access/port.ts'
import { dayOf, longDate } from '../../shared/dates.ts'
import { committeePaths } from './api.ts'
import { type Committee, sharesOf } from './store.ts'

const memberLink = otherMail<{ readonly memberId: string }>('committee', 'Link of a committee member')

const reminder = otherMail<{ readonly memberId: string }>('committee_reminder', 'Reminder of a committee member')

/** The key of the reminder of a member on a day: there is one a day. */
export const reminderKey = (memberId: string, now: Date): string => `committee_reminder:${memberId}:${dayOf(now)}`

/** The draft of the mail that reminds a member. */
export const reminderDraft = (memberId: string, now: Date) =>
  reminder.draft({ memberId }, { key: reminderKey(memberId, now), about: memberId, dueAt: now })

/** The draft of the mail with a member's link. */
export const linkDraft = (memberId: string, now: Date) =>
  memberLink.draft({ memberId }, { key: `committee:${memberId}:${now.getTime()}`, about: memberId, dueAt: now })

/** The mails that are queued with the links of members. */
export const linkMail = (members: readonly HelperLink[], at: Date): LinkMail => ({
  drafts: members.map(({ id }) => linkDraft(id, at)),
  at,
})

interface LinkLetter {
  readonly to: string
  readonly memberName: string
  /** Of the round. */
  readonly title: string
  /** The number of applications. */
  readonly count: number
  readonly until: Date
  readonly link: string
  /** In a reminder, the number of applications that are not scored. */
  readonly left?: number
}

const counted = (count: number): string => (count === 1 ? '1 application' : `${count} applications`)

/** Composes the mail with the link of a member, or the one that reminds of it. */
export function composeLink(
  { to, link, until, count, left, memberName, title }: LinkLetter,
  settings: LetterSettings,
  id: string,
): Message {
  const named = { ...about(settings), memberName, title, count: counted(count), until: longDate(until), committeeLink: link }
  return left === undefined
    ? draw(id, to, settings, settings.wording.template('committee'), named)
    : draw(id, to, settings, settings.wording.template('committee_reminder'), { ...named, left: counted(left) })
}

interface MemberLinks {
  readonly committee: Pick<Committee, 'round' | 'progress'>
  readonly helperLinks: Pick<HelperLinks, 'byId'>
  readonly secrets: LinkSecrets
  readonly publicUrl: string
  readonly mailer: Mailer
  readonly letters: LetterSettings
  now(): Date
}

/** Send a member's link, and the reminder. One that has ended is not sent, and no reminder to whom nothing is left. */
export function memberLinks({
  committee,
  helperLinks,
  secrets,
  publicUrl,
  mailer,
  letters,
  now,
}: MemberLinks): readonly OtherMailHandler[] {
  const send =
    (isReminder: boolean) =>
    async ({ memberId }: { readonly memberId: string }, entry: OutboxEntry): Promise<Outcome> => {
      const member = await helperLinks.byId(memberId)
      const round = member && (await committee.round(member.scope))
      if (member === undefined || round === undefined) return { kind: 'deleted' }
      if (!isOpen(member, now())) return { kind: 'obsolete' }
      const token = secrets.token(member)
      if (token === undefined)
        return { kind: 'refused', fault: 'The key of this server has changed. Make a new link at the desk.' }
      const own = sharesOf(round).get(memberId) ?? []
      const left = own.length - ((await committee.progress(round.id)).get(memberId)?.done ?? 0)
      if (isReminder && left === 0) return { kind: 'obsolete' }
      const link = publicUrl + fillPath(committeePaths.committeeLink, { token })
      const mail = { to: member.email, memberName: member.name, title: round.title, count: own.length, until: member.until, link }
      return sendOnce(mailer, composeLink({ ...mail, ...(isReminder && { left }) }, letters, entry.id))
    }
  return [memberLink.sentBy(send(false)), reminder.sentBy(send(true))]
}
