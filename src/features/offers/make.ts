import type { Application } from '../../applications/application.ts'
import type { Noted } from '../../server/changes/note.ts'
import type { Core } from '../../server/feature.ts'
import { cleanLine } from '../../shared/clean.ts'
import { after, dayAfter, dayOf, endOfDay, isDay, longDate, second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { isObject } from '../../shared/json.ts'
import { offeredForms, offerLimits } from './api.ts'
import { offerMail } from './mail.ts'
import { dealOf, type Offer, stateOf } from './rules.ts'
import type { Offers } from './store.ts'

/** @throws AppError CONFLICT */
export const refuse = (message: string): never => {
  throw new AppError('CONFLICT', { message })
}

/** @throws AppError FORM_VALIDATION_FAILED, whose message has every fault: with a decision there is no field to show one at */
function refuseOffer(faults: Readonly<Record<string, string>>): void {
  const all = Object.values(faults)
  if (all.length > 0) throw new AppError('FORM_VALIDATION_FAILED', { message: `${all.join('. ')}.`, details: faults })
}

/** Reads the last day of an offer; undefined, with a fault, when it is no day from tomorrow on, or too far ahead. */
export function readEnd(value: unknown, now: Date, faults: Record<string, string>): Date | undefined {
  const today = dayOf(now)
  const isInTime = typeof value === 'string' && isDay(value) && value > today && value <= dayAfter(today, offerLimits.days)
  if (isInTime) return endOfDay(value)
  faults.day = `Choose a day from tomorrow on, ${offerLimits.days} days ahead at most`
  return undefined
}

function readPeople(value: unknown, faults: Record<string, string>): string {
  const people = typeof value === 'string' ? cleanLine(value) : ''
  if (people === '') faults.people = 'Say who takes part'
  else if ([...people].length > offerLimits.people) faults.people = `${offerLimits.people} characters at most`
  return people
}

/** Offers a place to an application that is approved, or will be with the same change. @throws AppError FORM_VALIDATION_FAILED, CONFLICT */
export const makeOffer =
  (core: Core, offers: Offers) =>
  async (application: Application, typed: unknown, by: string): Promise<Noted> => {
    const at = core.now()
    const body = isObject(typed) ? typed : {}
    const faults: Record<string, string> = {}
    const cohort = core.cohorts.find(({ label }) => label === body.cohort)
    const deal = cohort && dealOf(cohort)
    if (deal === undefined) faults.cohort = 'Choose a cohort whose deal is written'
    const people = readPeople(body.people, faults)
    const endsAt = readEnd(body.day, at, faults)
    refuseOffer(faults)
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
    const mail = offerMail(offer, 'offer', after(at, core.holdS * second))
    return { by, text, mail, write: (trx) => offers.put(trx, offer) }
  }
