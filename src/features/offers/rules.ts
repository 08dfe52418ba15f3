import type { Application } from '../../applications/application.ts'
import type { Cohort } from '../../content/schema/cohort.ts'
import { sha256 } from '../../server/crypto/hashes.ts'
import { longTime, utcMinute } from '../../shared/dates.ts'
import { reference } from '../../shared/ids.ts'
import { translate } from '../../shared/translate.ts'

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

/** A sentence of the deal on a sheet: as it was agreed, after what it means in the language of the sheet. */
const agreed = (sentence: string, n: number): readonly string[] => {
  const spoken = translate(sentence)
  return [`${n + 1}. ${spoken}`, ...(spoken === sentence ? [] : [`   ${sentence}`])]
}

/** The sheet that both sides can print, in the language of who takes the place. Its hash is of exactly this text. */
export function sheetOf(offer: Offer, siteName: string, name: string, at: Date): string {
  const { version, hash, sentences, people } = offer
  const cohort = translate(offer.cohort)
  const [offeredAt, until, takenAt] = [offer.offeredAt, offer.endsAt, at].map(momentWords)
  return [
    translate`A place in ${cohort} of ${siteName}`,
    translate`Application ${reference(offer.applicationId)}`,
    '',
    translate`The deal, version ${version}`,
    ...sentences.flatMap(agreed),
    translate`SHA-256 of these sentences: ${hash}`,
    '',
    translate`Who takes part: ${people}`,
    translate`Offered by ${siteName} on ${offeredAt}, until ${until}.`,
    translate`Taken by ${name} on ${takenAt}.`,
    '',
  ].join('\n')
}

export const sheetHash = (sheet: string): string => sha256(sheet)
