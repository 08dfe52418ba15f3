import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Application } from '../../applications/application.ts'
import type { OwnPart } from '../../form-view/private-page/view.ts'
import { text, textarea } from '../../forms/fields/text.ts'
import type { Form } from '../../forms/form.ts'
import { formWith } from '../../languages/form.ts'
import type { Noted } from '../../server/changes/note.ts'
import type { Core } from '../../server/feature.ts'
import { readObject, shortBytes } from '../../server/http/body.ts'
import type { DrawnPage } from '../../server/http/drawn-page.ts'
import { enforce, limitRefusal } from '../../server/http/limits.ts'
import { Routes, type Web } from '../../server/http/routes.ts'
import type { Holder, Outcome, PageOfFeature } from '../../server/my/holder.ts'
import { unsaved } from '../../server/my/unsaved.ts'
import { cleanLine } from '../../shared/clean.ts'
import { hour, longDate } from '../../shared/dates.ts'
import { masked } from '../../shared/mailbox.ts'
import { translate, untranslated } from '../../shared/translate.ts'
import { type CardTexts, cardLimits, cardPath } from './api.ts'
import type { CardView } from './page/CardPage.tsx'
import { type Card, isAddress, sentencesOf, textsOf } from './sentences.ts'
import type { Cards } from './store.ts'

type ShownCard = Extract<CardView, { readonly kind: 'card' }>

/** How often an application's card may be saved: each save writes history. */
const saves = { count: 20, periodMs: hour }

const corrected = ['name', 'description', 'line', 'founders', 'website'] as const

/** What the page of an application says of its card. */
export const ownPart =
  (core: Core, cards: Cards) =>
  async (application: Application): Promise<readonly OwnPart[]> => {
    if (application.status !== 'approved' || (await core.cohortOf(application)) === undefined) return []
    const card = await cards.of(application.id)
    const href = `${cardPath}?of=${application.id}`
    const link = { label: translate`Your card on our site`, href, isNext: card === undefined }
    if (card === undefined)
      return [{ text: translate`We drafted a card of your company for our site. It is shown only if you agree.`, link }]
    return [
      {
        text:
          card.consent === 'given'
            ? translate`Your company may be shown on our site.`
            : translate`Your company is not to be shown on our site.`,
        link,
      },
    ]
  }

const tooMany = untranslated`This card was saved many times from here within an hour. Please try again in an hour.`
const changed = untranslated`It was saved in another window meanwhile. What you typed is still here, and not saved: save it again if it is right.`
const notOwner = untranslated`Only the link in an email of ours can change this. Open the page of your application from there.`

/** The texts, with the choices, which are stored in English, in the words of the page. */
function inWords(form: Form, application: Application, texts: CardTexts): CardTexts {
  const [own, english] = [formWith(form, (text) => translate(text)), form].map((each) =>
    textsOf(sentencesOf(each, application), undefined),
  )
  const choices = (['category', 'stage'] as const).filter((part) => texts[part] === english?.[part])
  return { ...texts, ...Object.fromEntries(choices.map((part) => [part, own?.[part]])) }
}

/** The page on which a founder reads and corrects the card, and agrees or not. It works without script. */
export function ownRoutes(core: Core, cards: Cards, holder: Holder, draw: (view: CardView) => DrawnPage): Routes {
  const { forNamed, isOwner } = holder
  const page: PageOfFeature<ShownCard> = {
    draw,
    async view(application, isOwner) {
      const [cohort, card, form] = await Promise.all([
        core.cohortOf(application),
        cards.of(application.id),
        core.formVersions.of(application),
      ])
      if (cohort === undefined) return undefined
      const sentences = sentencesOf(
        formWith(form, (english) => translate(english)),
        application,
      )
      return {
        ...{
          kind: 'card',
          id: application.id,
          formType: application.formType,
          cohort,
          sentences,
          texts: inWords(form, application, textsOf(sentences, card)),
        },
        ...{ seen: String(card?.at.getTime() ?? ''), isOwner, address: masked(application.applicantEmail) },
        ...(card !== undefined && { consent: card.consent, saidOn: longDate(card.at) }),
      }
    },
  }
  const show = (
    context: Context<Web>,
    application: Application,
    more?: Partial<ShownCard>,
    status?: ContentfulStatusCode,
  ): Promise<Outcome> => holder.show(context, application, page, more, status)

  async function save(
    context: Context<Web>,
    application: Application,
    typed: Readonly<Record<string, unknown>>,
  ): Promise<Outcome> {
    const form = await core.formVersions.of(application)
    const sentences = sentencesOf(form, application)
    const before = textsOf(sentences, await cards.of(application.id))
    const own = corrected.map((part) => {
      const text = typed[part]
      return [part, typeof text === 'string' ? cleanLine(text) : ''] as const
    })
    const texts: CardTexts = { ...before, ...Object.fromEntries(own) }
    const again = {
      texts: inWords(form, application, texts),
      ...(typeof typed.consent === 'string' && { chosen: typed.consent }),
    }
    if (!(await isOwner(context, application))) return show(context, application, { ...again, alert: translate(notOwner) }, 403)
    const limit = await limitRefusal(enforce(core.limits, `cards:${application.id}`, saves, core.now()))
    if (limit !== undefined) return show(context, application, { ...again, alert: translate(tooMany) }, 429)
    const faults = faultsOf(texts, typed.consent)
    if (Object.keys(faults).length > 0) return show(context, application, { ...again, faults }, 422)
    let refusal: string | undefined
    await core.note(application.id, async (current): Promise<Noted | undefined> => {
      refusal = undefined
      const [cohort, card] = await Promise.all([core.cohortOf(current), cards.of(current.id)])
      if (cohort === undefined) refusal = ''
      else if (isSame(card, texts, typed.consent)) return undefined
      else if (String(card?.at.getTime() ?? '') !== typed.seen) refusal = translate(changed)
      return refusal === undefined ? notedAs(current, card, texts, typed.consent === 'yes') : undefined
    })
    if (refusal !== undefined) return show(context, application, { ...again, alert: refusal }, 409)
    return { kind: 'response', response: context.redirect(`${cardPath}?of=${application.id}`, 303) }
  }

  function notedAs({ id }: Application, card: Card | undefined, texts: CardTexts, isGiven: boolean): Noted {
    const wasGiven = card?.consent === 'given'
    const consent = isGiven ? 'given' : wasGiven || card?.consent === 'ended' ? 'ended' : 'withheld'
    const next: Card = { ...{ draftedAs: [], draftedAt: null }, ...card, consent, texts, at: core.now() }
    const [word, toApplicant] =
      isGiven && wasGiven
        ? ['The sentences for the site corrected', 'You corrected the sentences for our site']
        : isGiven
          ? ['The company may be shown on the site', 'You agreed that our site shows your company']
          : consent === 'ended'
            ? ['Consent to be shown on the site taken back', 'You took back that our site shows your company']
            : ['The company is not to be shown on the site', 'You did not agree that our site shows your company']
    return { by: 'applicant', text: word, toApplicant, write: (trx) => cards.put(trx, id, next) }
  }

  return new Routes('holder')
    .get(cardPath, (context) => forNamed(context, context.req.query('of'), (application) => show(context, application)))
    .post(cardPath, async (context) => {
      const typed = await readObject(context, 4 * shortBytes)
      const lost = unsaved({
        action: cardPath,
        hidden: { of: typed.of, seen: typed.seen, consent: typed.consent },
        fields: {
          name: text(translate`Name`),
          description: textarea(translate`What it does, in two sentences`),
          line: text(translate`One sentence, for the list of the cohort`),
          founders: text(translate`Founders`),
          website: text(translate`Website`, { required: false }),
        },
        raw: typed,
      })
      return forNamed(context, typed.of, (application) => save(context, application, typed), lost)
    })
}

function faultsOf(texts: CardTexts, consent: unknown): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {}
  for (const part of corrected) {
    const most = cardLimits[part]
    if ([...texts[part]].length > most) faults[part] = translate`At most ${most} characters, please.`
    else if (texts[part] === '' && part !== 'website') faults[part] = translate`This cannot be empty.`
  }
  if (texts.website !== '' && !isAddress(texts.website))
    faults.website = translate`Write the whole address, with https:// before it, or leave it empty.`
  if (consent !== 'yes' && consent !== 'no') faults.consent = translate`Choose yes or no.`
  return faults
}

const isSame = (card: Card | undefined, texts: CardTexts, consent: unknown): boolean =>
  card !== undefined &&
  (card.consent === 'given') === (consent === 'yes') &&
  corrected.every((part) => card.texts[part] === texts[part])
