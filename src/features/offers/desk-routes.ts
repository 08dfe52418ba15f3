import type { Application } from '../../applications/application.ts'
import { cohortValue } from '../../content/cohorts.ts'
import type { Noted } from '../../server/changes/note.ts'
import type { Core } from '../../server/feature.ts'
import { readObject } from '../../server/http/body.ts'
import { refuseFaults } from '../../server/http/faults.ts'
import { Routes } from '../../server/http/routes.ts'
import { longDate } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { type CohortOffers, type OfferRecord, offerRoutes as routes } from './api.ts'
import { offerMail } from './mail.ts'
import { makeOffer, readEnd, refuse } from './make.ts'
import { type Offer, type OfferState, sheetHash, stateOf } from './rules.ts'
import type { Offers } from './store.ts'

const recordOf = (offer: Offer, state: OfferState): OfferRecord => ({
  ...{ id: offer.id, cohort: offer.cohort, state, sentences: offer.sentences, version: offer.version, hash: offer.hash },
  people: offer.people,
  offered_at: offer.offeredAt.toISOString(),
  offered_by: offer.offeredBy,
  ends_at: offer.endsAt.toISOString(),
  answered_at: offer.answeredAt?.toISOString() ?? null,
  answer: offer.words,
  sheet: offer.sheet === '' ? null : { text: offer.sheet, hash: sheetHash(offer.sheet) },
})

/** The next application on the star list of a cohort: neither decided nor withdrawn, the highest score first. */
async function nextStarred({ applications }: Core, cohort: string): Promise<CohortOffers['next']> {
  const starred = { formType: 'Accelerator', isStarred: true, cohort, order: 'score', limit: 50 } as const
  for await (const { id, status, companyName, applicantName } of applications.all(starred))
    if (status === 'pending' || status === 'pitch') return { application_id: id, name: companyName || applicantName }
  return null
}

/** The cohorts that have a deal or an offer, with their counts. */
async function countsOf(core: Core, all: Awaited<ReturnType<Offers['all']>>): Promise<readonly CohortOffers[]> {
  const shown = core.cohorts.filter(({ label, deal }) => deal !== undefined || all.some(({ offer }) => offer.cohort === label))
  return Promise.all(
    shown.map(async (cohort) => {
      const own = all.filter(({ offer }) => offer.cohort === cohort.label)
      const count = (state: OfferState): number => own.filter((each) => each.state === state).length
      const [offered, taken, declined, lapsed] = [count('offered'), count('taken'), count('declined'), count('lapsed')]
      const places = cohort.places ?? null
      const isFree = places === null ? declined + lapsed > 0 : offered + taken < places
      const value = cohortValue(cohort)
      const next = isFree ? await nextStarred(core, value) : null
      return { cohort: cohort.label, value, places, has_deal: cohort.deal !== undefined, offered, taken, declined, lapsed, next }
    }),
  )
}

/** Offers at the desk: made, extended, ended and counted. */
export function deskRoutes(core: Core, offers: Offers): Routes {
  const { now, note } = core
  const answerOf = async (application: Application) => {
    const offer = await offers.of(application.id)
    return { offer: offer === undefined ? null : recordOf(offer, stateOf(offer, application, now())) }
  }
  /** The offer that the reviewer sees. @throws AppError CONFLICT when it is another one now */
  async function seen(application: Application, id: unknown): Promise<Offer> {
    const offer = await offers.of(application.id)
    return offer?.id === id && offer !== undefined ? offer : refuse('This offer was replaced in another window.')
  }
  const make = makeOffer(core, offers)
  const written = (offer: Omit<Offer, 'version'>, noted: Omit<Noted, 'write'>): Noted => ({
    ...noted,
    write: (trx) => offers.put(trx, offer),
  })

  async function extend(application: Application, body: Readonly<Record<string, unknown>>, by: string): Promise<Noted> {
    const at = now()
    const faults: Record<string, string> = {}
    const endsAt = readEnd(body.day, at, faults)
    refuseFaults(faults)
    if (endsAt === undefined) throw new AppError('FORM_VALIDATION_FAILED')
    const offer = await seen(application, body.offer)
    const state = stateOf(offer, application, at)
    if (state !== 'offered' && state !== 'lapsed') refuse(`This offer is ${state}: it cannot be extended.`)
    const extended = { ...offer, endsAt }
    const text = `The offer of a place in ${offer.cohort} waits until ${longDate(endsAt)}`
    return written(extended, { by, text, toApplicant: text, mail: offerMail(extended, 'offer_reminder', at) })
  }

  async function end(application: Application, body: Readonly<Record<string, unknown>>, by: string): Promise<Noted | undefined> {
    const offer = await seen(application, body.offer)
    if (offer.answer === 'ended') return undefined
    const text = `The offer of a place in ${offer.cohort} ended`
    // A sheet stays: both sides have it.
    return written({ ...offer, answer: 'ended', answeredAt: now() }, { by, text, toApplicant: text })
  }

  return new Routes('admin')
    .on(routes.offers, async () => {
      const all = await offers.all(now())
      return {
        cohorts: await countsOf(core, all),
        offers: all.map(({ offer, state }) => ({
          ...{ application_id: offer.applicationId, cohort: offer.cohort, state, ends_at: offer.endsAt.toISOString() },
        })),
      }
    })
    .on(routes.offer, async (context) => {
      const application = await core.applications.byId(context.req.param('id'))
      if (application === undefined) throw new AppError('RECORD_NOT_FOUND')
      return answerOf(application)
    })
    .on(routes.makeOffer, async (context) => {
      const body = await readObject(context)
      const { email } = context.get('session')
      return answerOf(await note(context.req.param('id'), (application) => make(application, body, email)))
    })
    .on(routes.extendOffer, async (context) => {
      const body = await readObject(context)
      const { email } = context.get('session')
      return answerOf(await note(context.req.param('id'), (application) => extend(application, body, email)))
    })
    .on(routes.endOffer, async (context) => {
      const body = await readObject(context)
      const { email } = context.get('session')
      return answerOf(await note(context.req.param('id'), (application) => end(application, body, email)))
    })
    .on(routes.offerSheet, async (context) => {
      const offer = await offers.of(context.req.param('id'))
      if (offer === undefined || offer.sheet === '') throw new AppError('RECORD_NOT_FOUND', { message: 'No place is taken.' })
      return context.text(offer.sheet)
    })
}
