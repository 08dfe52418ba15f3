import { sendOnce } from '../../../server/mail/attempts.ts'
import { composeLinks } from '../../../server/mail/messages/compose.ts'
import { composeMail } from '../../../server/mail/messages/own.ts'
import type { OtherMailHandler } from '../../../server/mail/other-mail.ts'
import { linkedTo, lostLinks } from '../../../server/my/send-links.ts'
import { createHandlers, strangersTurn } from '../../../server/outbox/handlers.ts'
import { createWorker, type Worker } from '../../../server/outbox/worker.ts'
import { type Shared, withSlots } from '../context.ts'

/** Composes one letter with the links of all applications of an address; undefined when it has none. */
async function linksMessage({ storage, links, content, settings }: Shared, email: string, id: string) {
  const { linked, unlisted } = await linkedTo({ applications: storage.applications, links }, email)
  const [first] = linked
  return first && composeLinks(first.application.applicantEmail, linked, content.forms, settings, id, unlisted)
}

/** The kinds of mail that are not about an application. */
export function otherMails(parts: Shared): readonly OtherMailHandler[] {
  const { storage, mailer, now } = parts
  const { applications } = storage
  return [
    lostLinks.sentBy(async ({ applicationId }, entry) => {
      const application = await applications.byId(applicationId)
      if (application === undefined) return { kind: 'deleted' }
      if (await storage.outbox.isStopped(application.applicantEmail)) return { kind: 'obsolete' }
      const turn = await strangersTurn({ outbox: storage.outbox, now }, 'links', entry, application)
      if (typeof turn !== 'string') return turn
      const message = await linksMessage(parts, application.applicantEmail, entry.id)
      return message === undefined ? { kind: 'deleted' } : sendOnce(mailer, message)
    }),
    ...parts.running.flatMap(({ mails = [] }) => mails),
  ]
}

/** The worker that sends letters and spreadsheet rows. Each letter about an application ends with its private links. */
export function outboxWorker(parts: Shared, otherMails: readonly OtherMailHandler[]): Worker {
  const { storage, formVersions, mailer, links, sheet, delivery, now, log, wait } = parts
  const { applications, outbox } = storage
  return createWorker({
    outbox,
    handlers: createHandlers({
      applications,
      outbox,
      formVersions,
      mailer,
      compose: async (letter, application, form, id) => {
        const own = { privateLink: (await links.ofOwner(application)).url, stopLink: await links.stop(application) }
        return composeMail({ ...(await withSlots(parts)), links: own }, letter, application, form, id)
      },
      composeLinks: (email, id) => linksMessage(parts, email, id),
      otherMails,
      refused: (application, fault) => Promise.all(parts.running.map(({ refused }) => refused?.(application, fault))),
      reporting: (to) => parts.running.find(({ name }) => name === to)?.reports,
      sheet,
      holdS: delivery.holdS,
      now,
    }),
    clock: now,
    log,
    wait,
  })
}
