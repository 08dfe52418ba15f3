import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Application } from '../../applications/application.ts'
import type { OwnPart } from '../../form-view/private-page/view.ts'
import { parseText, text, textarea } from '../../forms/fields/text.ts'
import type { Noted } from '../../server/changes/note.ts'
import type { Core } from '../../server/feature.ts'
import { readObject, shortBytes } from '../../server/http/body.ts'
import type { DrawnPage } from '../../server/http/drawn-page.ts'
import { enforce, limitRefusal } from '../../server/http/limits.ts'
import { Routes, type Web } from '../../server/http/routes.ts'
import type { Holder, Outcome, PageOfFeature } from '../../server/my/holder.ts'
import { readState } from '../../server/my/own-application.ts'
import { timeView } from '../../server/my/own-meeting.ts'
import { unsaved } from '../../server/my/unsaved.ts'
import { cleanLine } from '../../shared/clean.ts'
import { hour, longTime, siteZone } from '../../shared/dates.ts'
import { reference } from '../../shared/ids.ts'
import { masked } from '../../shared/mailbox.ts'
import { translate, untranslated } from '../../shared/translate.ts'
import { offerLimits, offerPaths as paths } from './api.ts'
import { takenMail } from './mail.ts'
import type { OfferView } from './page/OfferPage.tsx'
import { type Offer, type OfferState, sheetHash, sheetOf, stateOf } from './rules.ts'
import type { Offers } from './store.ts'

type ShownOffer = Extract<OfferView, { readonly kind: 'offer' }>

/** How often an application's offer may be answered: each answer that is refused reads the database. */
const answers = { count: 20, periodMs: hour }

const zoned = (at: Date) => ({ ...timeView(at), zone: siteZone() })

/** An offer that its founder may see: the decision is known to them, and the offer belongs to it. */
async function visible(
  core: Core,
  offers: Offers,
  application: Application,
): Promise<{ offer: Offer; state: OfferState } | undefined> {
  const offer = await offers.of(application.id)
  if (offer === undefined) return undefined
  const state = stateOf(offer, application, core.now())
  if (state === 'ended') return undefined
  const { progress } = await readState({ ...core, delivery: core }, application)
  return progress.status === 'approved' ? { offer, state } : undefined
}

/** What the page of an application says of its offer. */
export const ownPart =
  (core: Core, offers: Offers) =>
  async (application: Application): Promise<readonly OwnPart[]> => {
    const seen = await visible(core, offers, application)
    if (seen === undefined) return []
    const { offer, state } = seen
    const href = `${paths.offer}?of=${application.id}`
    const cohort = translate(offer.cohort)
    if (state === 'offered')
      return [
        {
          text: translate`A place in ${cohort} is yours to take until`,
          until: zoned(offer.endsAt),
          link: { label: translate`Read the offer`, href, isNext: true },
        },
      ]
    if (state === 'taken')
      return [{ text: translate`Your place in ${cohort} is taken.`, link: { label: translate`Your sheet`, href, isNext: false } }]
    const outcome =
      state === 'declined'
        ? translate`You declined the place in ${cohort}.`
        : translate`The time to take the place in ${cohort} is over.`
    return [{ text: outcome, link: { label: translate`See the offer`, href, isNext: false } }]
  }

/** Why an answer changes nothing any more, as a sentence; undefined while the offer waits. */
function settledBy({ answeredAt, words, endsAt }: Offer, state: OfferState): string | undefined {
  const when = longTime(answeredAt ?? endsAt)
  if (state === 'taken') return translate`${words} took the place on ${when}. A place is taken once, so nothing was changed.`
  if (state === 'declined')
    return translate`The place was declined on ${when}, so nothing was changed. If you want it after all, reply to our email.`
  if (state === 'lapsed')
    return translate`The offer ended on ${longTime(endsAt)}. Reply to our email: we may extend it while the place is free.`
  return undefined
}

const tooMany = untranslated`This offer was answered many times from here within an hour. Please try again in an hour.`
const replaced = untranslated`We changed the offer since you opened it. This is how it stands now: please read it, then answer.`
const notOwner = untranslated`Only the link in an email of ours can answer an offer. Open the page of your application from there.`

interface Typed {
  readonly of?: unknown
  readonly offer?: unknown
  readonly answer?: unknown
  readonly name?: unknown
  readonly reason?: unknown
}

/** The pages on which a founder reads an offer, takes the place or declines. They work without script. */
export function ownRoutes(core: Core, offers: Offers, holder: Holder, draw: (view: OfferView) => DrawnPage): Routes {
  const { now } = core
  const { forNamed, isOwner, named } = holder
  const page: PageOfFeature<ShownOffer> = {
    draw,
    async view(application, isOwner) {
      const seen = await visible(core, offers, application)
      if (seen === undefined) return undefined
      const { offer, state } = seen
      const { cohort, sentences, version, hash, people, endsAt, answeredAt, words, sheet } = offer
      return {
        ...{
          kind: 'offer',
          id: application.id,
          offer: offer.id,
          formType: application.formType,
          reference: reference(application.id),
        },
        ...{ cohort, sentences, version, hash, people, until: zoned(endsAt), words, isOwner },
        ...{ state: state === 'ended' ? 'lapsed' : state, address: masked(application.applicantEmail) },
        ...(answeredAt !== null && { answeredAt: zoned(answeredAt) }),
        ...(sheet !== '' && { sheet: { text: sheet, hash: sheetHash(sheet) } }),
      }
    },
  }
  const show = (
    context: Context<Web>,
    application: Application,
    more?: Partial<ShownOffer>,
    status?: ContentfulStatusCode,
  ): Promise<Outcome> => holder.show(context, application, page, more, status)

  /** Reads an answer: the words of it, or the fault. */
  const read = ({ answer, name, reason }: Typed) => {
    const value =
      answer === 'take'
        ? parseText(translate`Your name`, offerLimits.name, cleanLine)(name)
        : parseText(translate`The reason`, offerLimits.reason)(reason)
    if (!value.ok) return value
    const words = value.value.trim()
    return words === '' && answer === 'take'
      ? ({ ok: false, fault: translate`Type your name to take the place.` } as const)
      : { ...value, value: words }
  }

  async function respond(context: Context<Web>, application: Application, typed: Typed): Promise<Outcome> {
    const isTaking = typed.answer === 'take'
    const again = {
      ...(typeof typed.name === 'string' && { name: typed.name }),
      ...(typeof typed.reason === 'string' && { reason: typed.reason }),
    }
    if (!(await isOwner(context, application))) return show(context, application, { ...again, alert: translate(notOwner) }, 403)
    const limit = await limitRefusal(enforce(core.limits, `offers:${application.id}`, answers, now()))
    if (limit !== undefined) return show(context, application, { ...again, alert: translate(tooMany) }, 429)
    const words = read(typed)
    if (!words.ok)
      return show(context, application, { ...again, fault: { of: isTaking ? 'name' : 'reason', text: String(words.fault) } }, 422)
    let refusal: string | undefined
    await core.note(application.id, async (current): Promise<Noted | undefined> => {
      refusal = undefined
      const seen = await visible(core, offers, current)
      if (seen === undefined) {
        refusal = ''
        return undefined
      }
      const { offer, state } = seen
      // The form was sent twice.
      if (state === (isTaking ? 'taken' : 'declined') && offer.words === words.value) return undefined
      refusal = settledBy(offer, state) ?? (offer.id === typed.offer ? undefined : translate(replaced))
      return refusal === undefined ? answered(offer, isTaking, words.value) : undefined
    })
    if (refusal !== undefined) return show(context, application, { ...again, alert: refusal }, 409)
    return { kind: 'response', response: context.redirect(`${paths.offer}?of=${application.id}`, 303) }
  }

  function answered(offer: Offer, isTaking: boolean, words: string): Noted {
    const at = now()
    const sheet = isTaking ? sheetOf(offer, core.letters.siteName, words, at) : ''
    const next: Offer = { ...offer, answer: isTaking ? 'taken' : 'declined', answeredAt: at, words, sheet }
    const what = `place in ${offer.cohort}`
    const { asks = [] } = core.cohorts.find(({ label }) => label === offer.cohort) ?? {}
    return {
      by: 'applicant',
      ...(isTaking && {
        requests: { by: offer.offeredBy, all: asks.map(({ text, kind }) => ({ kind, text: translate(text) })) },
      }),
      text: isTaking ? `The ${what} taken by ${words}` : `The ${what} declined${words === '' ? '' : `: ${words}`}`,
      toApplicant: isTaking ? `You took the ${what}, as ${words}` : `You declined the ${what}`,
      mail: isTaking ? [takenMail(next, at)] : [],
      write: (trx) => offers.put(trx, next),
    }
  }

  return new Routes('holder')
    .get(paths.offer, (context) => forNamed(context, context.req.query('of'), (application) => show(context, application)))
    .post(paths.offer, async (context) => {
      const typed: Typed = await readObject(context, 4 * shortBytes)
      const lost = unsaved({
        action: paths.offer,
        hidden: { of: typed.of, offer: typed.offer, answer: typed.answer },
        fields:
          typed.answer === 'take'
            ? { name: text(translate`Your name`) }
            : { reason: textarea(translate`Reason`, { required: false }) },
        raw: { name: typed.name, reason: typed.reason },
      })
      return forNamed(context, typed.of, (application) => respond(context, application, typed), lost)
    })
    .get(paths.sheet, async (context) => {
      const application = await named(context, context.req.query('of'))
      const seen = application && (await visible(core, offers, application))
      if (seen === undefined || seen.offer.sheet === '') return context.text(translate`There is no sheet here.`, 404)
      return context.text(seen.offer.sheet)
    })
}
