import type { Application } from '../../applications/application.ts'
import type { Cohort } from '../../content/schema/cohort.ts'
import { sha256 } from '../../server/crypto/hashes.ts'
import { longTime, utcMinute } from '../../shared/dates.ts'
import { reference } from '../../shared/ids.ts'

/** The deal of a cohort as it was when an offer was made. */
export interface Deal {
  readonly cohort: string
  readonly sentences: readonly string[]
  /** SHA-256 of the sentences, a line each. */
  readonly hash: string
}

/** The offer of a place to an application. There is one for an application: a later one replaces it. */
export interface Offer extends Deal {
  readonly id: string
  readonly applicationId: string
  /** Of the deal: 1 for the first text of the cohort, then one more for each other text. */
  readonly version: number
  /** Who takes part. */
  readonly people: string
  /** When the application was approved: an offer belongs to that decision, and ends with it. */
  readonly decidedAt: Date | null
  readonly offeredAt: Date
  readonly offeredBy: string
  /** The last moment at which it can be taken. */
  readonly endsAt: Date
  readonly answer: 'none' | 'taken' | 'declined' | 'ended'
  readonly answeredAt: Date | null
  /** The name with which it was taken, or the reason for which it was declined. */
  readonly words: string
  /** The sheet of a taken place; otherwise empty. */
  readonly sheet: string
}

/** `ended`: the desk ended it or took the decision back, or the application is withdrawn. */
export type OfferState = 'offered' | 'taken' | 'declined' | 'lapsed' | 'ended'

/** Whether the decision that an offer belongs to is in effect. */
const isStanding = (
  { decidedAt }: Pick<Offer, 'decidedAt'>,
  { status, reviewedAt, withdrawnAt }: Pick<Application, 'status' | 'reviewedAt' | 'withdrawnAt'>,
): boolean => status === 'approved' && withdrawnAt === null && reviewedAt?.getTime() === decidedAt?.getTime()

export function stateOf(
  offer: Pick<Offer, 'decidedAt' | 'answer' | 'endsAt'>,
  application: Pick<Application, 'status' | 'reviewedAt' | 'withdrawnAt'>,
  now: Date,
): OfferState {
  if (!isStanding(offer, application)) return 'ended'
  if (offer.answer !== 'none') return offer.answer
  return now > offer.endsAt ? 'lapsed' : 'offered'
}

/** The deal of a cohort now; undefined for a cohort without one. */
export const dealOf = ({ label, deal }: Cohort): Deal | undefined =>
  deal && { cohort: label, sentences: deal, hash: sha256(deal.join('\n')) }

/** A moment in the site's zone and in UTC, for letters and sheets. */
export const momentWords = (at: Date): string => `${longTime(at)} (${utcMinute(at)})`

/** The sheet that both sides can print. Its hash is of exactly this text. */
export const sheetOf = (offer: Offer, siteName: string, name: string, at: Date): string =>
  [
    `A place in ${offer.cohort} of ${siteName}`,
    `Application ${reference(offer.applicationId)}`,
    '',
    `The deal, version ${offer.version}`,
    ...offer.sentences.map((sentence, n) => `${n + 1}. ${sentence}`),
    `SHA-256 of these sentences: ${offer.hash}`,
    '',
    `Who takes part: ${offer.people}`,
    `Offered by ${siteName} on ${momentWords(offer.offeredAt)}, until ${momentWords(offer.endsAt)}.`,
    `Taken by ${name} on ${momentWords(at)}.`,
    '',
  ].join('\n')

/** The SHA-256 of a sheet. */
export const sheetHash = (sheet: string): string => sha256(sheet)
