import type { Application } from '../../applications/application.ts'
import { cohortValue } from '../../content/cohorts.ts'
import { endOfDay } from '../../content/promises.ts'
import type { Core, Noted } from '../../server/feature.ts'
import { readObject } from '../../server/http/body.ts'
import { refuseFaults } from '../../server/http/faults.ts'
import { Routes } from '../../server/http/routes.ts'
import { cleanText } from '../../shared/clean.ts'
import { after, dayAfter, dayOf, isDay, longDate, second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { type CohortOffers, type OfferRecord, offeredForms, offerLimits, offerRoutes as routes } from './api.ts'
import { offerMail } from './mail.ts'
import { dealOf, type Offer, type OfferState, sheetHash, stateOf } from './rules.ts'
import type { Offers } from './store.ts'

const refuse = (message: string): never => {
  throw new AppError('CONFLICT', { message })
}

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

/** Reads the last day of an offer; undefined, with a fault, when it is no day from tomorrow on, or too far ahead. */
function readEnd(value: unknown, now: Date, faults: Record<string, string>): Date | undefined {
  const today = dayOf(now)
  const isInTime = typeof value === 'string' && isDay(value) && value > today && value <= dayAfter(today, offerLimits.days)
  if (isInTime) return endOfDay(value)
  faults.day = `Choose a day from tomorrow on, ${offerLimits.days} days ahead at most`
  return undefined
}

function readPeople(value: unknown, faults: Record<string, string>): string {
  const people = typeof value === 'string' ? cleanText(value).replace(/\s+/g, ' ').trim() : ''
  if (people === '') faults.people = 'Say who takes part'
  else if ([...people].length > offerLimits.people) faults.people = `${offerLimits.people} characters at most`
  return people
}

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
  const written = (offer: Omit<Offer, 'version'>, noted: Omit<Noted, 'write'>): Noted => ({
    ...noted,
    write: (trx) => offers.put(trx, offer),
  })

  async function make(application: Application, body: Readonly<Record<string, unknown>>, by: string): Promise<Noted> {
    const at = now()
    const faults: Record<string, string> = {}
    const cohort = core.cohorts.find(({ label }) => label === body.cohort)
    const deal = cohort && dealOf(cohort)
    if (deal === undefined) faults.cohort = 'Choose a cohort whose deal is written'
    const people = readPeople(body.people, faults)
    const endsAt = readEnd(body.day, at, faults)
    refuseFaults(faults)
    if (deal === undefined || endsAt === undefined) throw new AppError('FORM_VALIDATION_FAILED')
    if (!offeredForms.includes(application.formType)) refuse('This form offers no place.')
    if (application.status !== 'approved' || application.withdrawnAt !== null)
      refuse('Only an approved application is offered a place.')
    const earlier = await offers.of(application.id)
    const state = earlier && stateOf(earlier, application, at)
    if (state === 'offered') refuse('A place is offered already. Extend that offer, or end it first.')
    if (state === 'taken') refuse('The place is taken already.')
    const offer: Omit<Offer, 'version'> = {
      ...{ ...deal, id: newId(at), applicationId: application.id, people, decidedAt: application.reviewedAt },
      ...{ offeredAt: at, offeredBy: by, endsAt, answer: 'none', answeredAt: null, words: '', sheet: '' },
    }
    const text = `A place in ${deal.cohort} offered until ${longDate(endsAt)}`
    return written(offer, { by, text, mail: offerMail(offer, 'offer', after(at, core.holdS * second)) })
  }

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
