import type { Right } from '../../api/rights.ts'
import { fillPath } from '../../api/route.ts'
import { isOpen, type LinkSecrets } from '../../server/auth/helper-links.ts'
import { sendOnce } from '../../server/mail/attempts.ts'
import { about, draw, type LetterSettings } from '../../server/mail/messages/compose.ts'
import { type OtherMailHandler, otherMail } from '../../server/mail/other-mail.ts'
import type { Mailer, Message } from '../../server/mail/port.ts'
import type { HelperLinks } from '../../server/records/access/port.ts'
import { longDate } from '../../shared/dates.ts'
import { helperPaths } from './api.ts'

const helperLink = otherMail<{ readonly linkId: string; readonly generation: string }>('helper', 'Link of a helper')

/** The draft of the mail with a link of a generation. */
export const linkDraft = (linkId: string, generation: number, now: Date) =>
  helperLink.draft(
    { linkId, generation: String(generation) },
    { key: `helper:${linkId}:${generation}`, about: linkId, dueAt: now },
  )

/** What a right opens, after “you can”. */
const rightWords: Readonly<Record<Right, string>> = {
  write: 'write on the site. What you write stays a draft until it is published for you',
  publish: 'write on the site and publish it',
  read: 'read the applications, with notes and scores. You decide nothing, and nothing that you open counts as read',
  meet: 'see the calendar, with a sheet for each meeting',
}

interface LinkMail {
  readonly to: string
  readonly helperName: string
  readonly right: Right
  readonly until: Date
  readonly link: string
}

export function composeLink({ to, helperName, right, until, link }: LinkMail, settings: LetterSettings, id: string): Message {
  const values = { ...about(settings), helperName, can: rightWords[right], until: longDate(until), helperLink: link }
  return draw(id, to, settings, settings.wording.template('helper'), values)
}

interface Links {
  readonly helperLinks: Pick<HelperLinks, 'byId'>
  readonly secrets: LinkSecrets
  readonly publicUrl: string
  readonly mailer: Mailer
  readonly letters: LetterSettings
  now(): Date
}

/** Sends a helper's link. One that has ended, or was replaced meanwhile, is not sent. */
export const helperMails = ({ helperLinks, secrets, publicUrl, mailer, letters, now }: Links): OtherMailHandler =>
  helperLink.sentBy(async ({ linkId, generation }, entry) => {
    const link = await helperLinks.byId(linkId)
    if (link === undefined || link.right === 'committee') return { kind: 'deleted' }
    if (!isOpen(link, now()) || String(link.generation) !== generation) return { kind: 'obsolete' }
    const token = secrets.token(link)
    if (token === undefined) return { kind: 'refused', fault: 'The key of this server has changed. Mail a new link at the desk.' }
    const { email: to, name: helperName, right, until } = link
    const url = publicUrl + fillPath(helperPaths.helperLink, { token })
    return sendOnce(mailer, composeLink({ to, helperName, right, until, link: url }, letters, entry.id))
  })
