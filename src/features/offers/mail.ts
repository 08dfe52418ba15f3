import { applicantPaths } from '../../api/applicant-paths.ts'
import type { Application } from '../../applications/application.ts'
import { checkedName } from '../../applications/checked-name.ts'
import { type OutboxDraft, type Outcome, ownFaults } from '../../applications/outbox.ts'
import type { Core } from '../../server/feature.ts'
import { sendOnce } from '../../server/mail/attempts.ts'
import { about, draw, inLanguageOf, type LetterSettings } from '../../server/mail/messages/compose.ts'
import { type OtherMailHandler, otherMail } from '../../server/mail/other-mail.ts'
import type { Message } from '../../server/mail/port.ts'
import { readState } from '../../server/my/own-application.ts'
import { after, day, hour, longDate, minute, second } from '../../shared/dates.ts'
import { reference } from '../../shared/ids.ts'
import { inSentence } from '../../shared/in-sentence.ts'
import { translate, untranslated } from '../../shared/translate.ts'
import { momentWords, type Offer, sheetHash, stateOf } from './rules.ts'
import type { Offers } from './store.ts'

/** `ends`: the last moment at that time, in milliseconds: a reminder of an earlier last day is not sent. */
type About = { readonly applicationId: string; readonly offer: string; readonly ends: string }

const kinds = {
  offer: otherMail<About>('offer', 'Offer of a place', { toApplicant: untranslated`A place is offered to you` }),
  offer_reminder: otherMail<About>('offer_reminder', 'Reminder of an offer', {
    toApplicant: untranslated`A reminder of the place that is offered`,
  }),
  offer_taken: otherMail<About>('offer_taken', 'A place was taken', { toApplicant: untranslated`The place is yours` }),
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
  readonly application: Pick<Application, 'id' | 'formType' | 'applicantName' | 'language'>
  /** The title of its form. */
  readonly title: string
  readonly offer: Pick<Offer, 'cohort' | 'endsAt' | 'words' | 'sheet'>
  /** What is requested since the place is taken. */
  readonly requests?: readonly string[]
  /** The private link of the application. */
  readonly link: string
}

const requested = (texts: readonly string[]): string =>
  texts.length === 0
    ? ''
    : [
        translate`To begin, we need this from you. You can answer each on the page of your application:`,
        ...texts.map((text, n) => `${n + 1}. ${text}`),
      ].join('\n\n')

/** Composes a letter about an offer, in the language of its application. */
export const composeOffer = (
  letter: OfferLetter,
  { to, application, title, offer, link, requests = [] }: OfferMail,
  settings: LetterSettings,
  id: string,
): Message =>
  inLanguageOf(application, settings, (own) => {
    const template = own.wording.template(letter)
    // An edited letter may lack where the requests stand.
    const hasAdded = template.body.some((block) => typeof block === 'object' && 'added' in block)
    const body = hasAdded || requests.length === 0 ? template.body : [...template.body, { added: 'all' } as const]
    const values = {
      ...about(own),
      applicantName: checkedName(application.applicantName) ?? translate`applicant`,
      formTitle: inSentence(translate(title)),
      reference: reference(application.id),
      cohort: translate(offer.cohort),
      day: longDate(offer.endsAt),
      until: momentWords(offer.endsAt),
      offerLink: link,
      takenBy: offer.words,
      sheetHash: sheetHash(offer.sheet),
    }
    return draw(id, to, own, { ...template, body }, values, { addition: { sentence: requested(requests) } })
  })

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
  const { progress } = await readState({ applications, outbox, delivery: { holdS }, now }, application)
  // A founder first reads that they are approved.
  if (progress.status === 'approved') return undefined
  // Both were queued with the approval: that letter leaves in seconds, unless it waits to be sent by hand.
  const pause = now() < after(offer.offeredAt, holdS * second + minute) ? 5 * second : minute
  return { kind: 'postponed', until: after(now(), pause), why: 'The letter of the decision has not been sent' }
}

/** Send the letters about offers. One about an offer that has changed since is not sent. */
export function offerMails(core: Core, offers: Pick<Offers, 'of'>): readonly OtherMailHandler[] {
  async function composed(letter: OfferLetter, { applicationId, offer: id, ends }: About, entryId?: string) {
    const application = await core.applications.byId(applicationId)
    const offer = await offers.of(applicationId)
    if (application === undefined || offer?.id !== id || String(offer.endsAt.getTime()) !== ends) return undefined
    const { title } = await core.formVersions.of(application)
    // The desk, which reads it, must not act as the founder.
    const link = entryId === undefined ? core.publicUrl + applicantPaths.my : (await core.links.ofOwner(application)).url
    const since = letter === 'offer_taken' ? offer.answeredAt : null
    const requests = application.requests.flatMap(({ letterAt, at, text }) =>
      letterAt !== undefined && since !== null && new Date(at) >= since ? [text] : [],
    )
    const mail = { to: application.applicantEmail, application, title, offer, link, requests }
    return { application, offer, message: composeOffer(letter, mail, core.letters, entryId ?? 'preview') }
  }
  return (Object.keys(kinds) as OfferLetter[]).map((letter) =>
    kinds[letter].sentBy(
      async (data, entry) => {
        const mail = await composed(letter, data, entry.id)
        if (mail === undefined)
          return { kind: (await core.applications.byId(data.applicationId)) === undefined ? 'deleted' : 'obsolete' }
        const reason = await reasonToWait(core, letter, mail.application, mail.offer)
        return reason ?? sendOnce(core.mailer, mail.message)
      },
      async (data) => (await composed(letter, data))?.message,
    ),
  )
}
