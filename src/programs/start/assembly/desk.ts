import { delayedMoment, endOfBusinessDay } from '../../../content/promises.ts'
import type { Desk } from '../../../server/desk/desk.ts'
import { featurePreviews } from '../../../server/features.ts'
import { mailCallWords, sendNow } from '../../../server/mail/attempts.ts'
import { composeMail, ownMessage } from '../../../server/mail/messages/own.ts'
import { forReading, previews } from '../../../server/mail/messages/preview.ts'
import type { OtherMailHandler } from '../../../server/mail/other-mail.ts'
import { newId } from '../../../shared/ids.ts'
import type { Parts } from '../app.ts'
import { type Shared, withSlots } from '../context.ts'

export function deskParts(parts: Shared, warnings: Desk['warnings'], mails: readonly OtherMailHandler[], poke: () => void): Desk {
  const { storage, content, formVersions, delivery, version, now } = parts
  return {
    now,
    poke,
    applications: parts.deskApplications,
    outbox: storage.outbox,
    settings: storage.settings,
    slots: storage.slots,
    formVersions,
    defaultRubrics: content.rubrics,
    mailTitles: new Map(mails.map(({ name, title }) => [name, title])),
    withDecision: new Map(
      parts.running.flatMap(({ name, withDecision }) => (withDecision === undefined ? [] : [[name, withDecision] as const])),
    ),
    warnings,
    version,
    delivery,
    readBy: (at) => endOfBusinessDay(at, content.promises.holidays),
    reasons: (form) => content.wording.reasons(form),
    delayed: (dueAt, at) => delayedMoment(content.promises, dueAt, at),
  }
}

/** Letters as the desk shows them, and messages that the admin sends. */
export function letterParts(
  parts: Shared,
  desk: Desk,
  mails: readonly OtherMailHandler[],
): Pick<Parts, 'letters' | 'correspondence'> {
  const { content, settings, mailer, wait, now } = parts
  const shown = () => forReading(settings)
  return {
    letters: {
      ...desk,
      compose: async (...letter) => composeMail(forReading(await withSlots(parts)), ...letter),
      show: async ({ mail, data }) => mails.find(({ name }) => name === mail)?.show?.(data),
      previews: () => previews(content.forms, shown(), now(), featurePreviews(shown(), now(), content.forms)),
    },
    correspondence: {
      ...desk,
      replies: content.replies,
      sendMessage: (to, subject, html) =>
        sendNow(mailer, ownMessage(newId(now()), to, subject, html, settings), wait, mailCallWords),
    },
  }
}
