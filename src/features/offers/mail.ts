import type { Application } from '../../applications/application.ts'
import { type OutboxDraft, type Outcome, ownFaults } from '../../applications/outbox.ts'
import type { Core } from '../../server/feature.ts'
import { sendOnce } from '../../server/mail/attempts.ts'
import { about, checkedName, draw, type LetterSettings } from '../../server/mail/messages/compose.ts'
import { type OtherMailHandler, otherMail } from '../../server/mail/other-mail.ts'
import type { Message } from '../../server/mail/port.ts'
import { readState } from '../../server/my/own-application.ts'
import { after, day, hour, longDate, minute } from '../../shared/dates.ts'
import { reference } from '../../shared/ids.ts'
import { inSentence } from '../../shared/in-sentence.ts'
import { momentWords, type Offer, sheetHash, stateOf } from './rules.ts'
import type { Offers } from './store.ts'

/** `ends`: the last moment at that time, in milliseconds: a reminder of an earlier last day is not sent. */
type About = { readonly applicationId: string; readonly offer: string; readonly ends: string }

const kinds = {
  offer: otherMail<About>('offer', 'Offer of a place'),
  offer_reminder: otherMail<About>('offer_reminder', 'Reminder of an offer'),
  offer_taken: otherMail<About>('offer_taken', 'A place was taken'),
} as const

type OfferLetter = keyof typeof kinds

/** How long before the end of an offer its founder is reminded. */
const reminders = [3 * day, day]

const draftOf = (letter: OfferLetter, { applicationId, id, endsAt }: Offer | Omit<Offer, 'version'>, dueAt: Date): OutboxDraft =>
  kinds[letter].draft(
    { applicationId, offer: id, ends: String(endsAt.getTime()) },
    { key: `${letter}:${id}:${dueAt.getTime()}`, about: applicationId, dueAt },
  )

/** The letter with an offer, which leaves when its decision can no longer be undone, and the reminders that are ahead. */
export const offerMail = (
  offer: Omit<Offer, 'version'>,
  letter: 'offer' | 'offer_reminder',
  dueAt: Date,
): readonly OutboxDraft[] => [
  draftOf(letter, offer, dueAt),
  ...reminders.flatMap((before) => {
    const at = after(offer.endsAt, -before)
    // Not within hours of the letter itself.
    return at > after(dueAt, 12 * hour) ? [draftOf('offer_reminder', offer, at)] : []
  }),
]

export const takenMail = (offer: Offer, at: Date): OutboxDraft => draftOf('offer_taken', offer, at)

interface OfferMail {
  readonly to: string
  readonly application: Pick<Application, 'id' | 'applicantName'>
  /** The title of its form. */
  readonly title: string
  readonly offer: Pick<Offer, 'cohort' | 'endsAt' | 'words' | 'sheet'>
  /** The private link of the application. */
  readonly link: string
}

/** Composes a letter about an offer. */
export function composeOffer(
  letter: OfferLetter,
  { to, application, title, offer, link }: OfferMail,
  settings: LetterSettings,
  id: string,
): Message {
  const values = {
    ...about(settings),
    applicantName: checkedName(application.applicantName) ?? 'applicant',
    formTitle: inSentence(title),
    reference: reference(application.id),
    cohort: offer.cohort,
    day: longDate(offer.endsAt),
    until: momentWords(offer.endsAt),
    offerLink: link,
    takenBy: offer.words,
    sheetHash: sheetHash(offer.sheet),
  }
  return draw(id, to, settings, settings.wording.template(letter), values)
}

/** Why a letter is not sent now; undefined when it is sent. */
async function reasonToWait(
  { outbox, applications, holdS, now }: Core,
  letter: OfferLetter,
  application: Application,
  offer: Offer,
): Promise<Outcome | undefined> {
  if (stateOf(offer, application, now()) !== (letter === 'offer_taken' ? 'taken' : 'offered')) return { kind: 'obsolete' }
  if (application.lettersStoppedAt !== null || (await outbox.isStopped(application.applicantEmail)))
    return { kind: 'refused', fault: ownFaults.stopped }
  const { progress } = await readState({ applications, outbox, delivery: { spreadsheet: 'none', holdS }, now }, application)
  // A founder first reads that they are approved.
  return progress.status === 'approved'
    ? undefined
    : { kind: 'postponed', until: after(now(), minute), why: 'The letter of the decision has not been sent' }
}

/** Send the letters about offers. One about an offer that has changed since is not sent. */
export const offerMails = (core: Core, offers: Pick<Offers, 'of'>): readonly OtherMailHandler[] =>
  (Object.keys(kinds) as OfferLetter[]).map((letter) =>
    kinds[letter].sentBy(async ({ applicationId, offer: id, ends }, entry) => {
      const application = await core.applications.byId(applicationId)
      if (application === undefined) return { kind: 'deleted' }
      const offer = await offers.of(applicationId)
      if (offer?.id !== id || String(offer.endsAt.getTime()) !== ends) return { kind: 'obsolete' }
      const { title } = await core.formVersions.of(application)
      const { url: link } = await core.links.ofOwner(application)
      const mail = { to: application.applicantEmail, application, title, offer, link }
      const reason = await reasonToWait(core, letter, application, offer)
      return reason ?? sendOnce(core.mailer, composeOffer(letter, mail, core.letters, entry.id))
    }),
  )
