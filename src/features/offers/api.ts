import { type Done, get, post, whileBlind } from '../../api/route.ts'
import type { FormType } from '../../shared/form-types.ts'
import type { OfferState } from './rules.ts'

// Offers at the desk. Times are ISO 8601.

export const offerLimits = { days: 60, people: 500, reason: 2_000, name: 200 } as const

/** The forms whose approval can take a place. */
export const offeredForms: readonly FormType[] = ['Accelerator', 'StartupStudio']

/** The paths of the founder's pages. */
export const offerPaths = {
  /** The offer of a place, and the answer to it; the parameter `of` identifies the application. */
  offer: '/my/offer',
  /** The sheet of a taken place, as the text whose hash it has. */
  sheet: '/my/offer/sheet',
} as const

/** An offer as the desk sees it. */
export interface OfferRecord {
  readonly id: string
  readonly cohort: string
  readonly state: OfferState
  readonly sentences: readonly string[]
  /** The version of the deal of its cohort, and the SHA-256 of its text. */
  readonly version: number
  readonly hash: string
  /** Who takes part. */
  readonly people: string
  readonly offered_at: string
  readonly offered_by: string
  readonly ends_at: string
  readonly answered_at: string | null
  /** The name with which it was taken, or the reason for which it was declined. */
  readonly answer: string
  /** The sheet of a taken place, with the SHA-256 of its text; null before. */
  readonly sheet: { readonly text: string; readonly hash: string } | null
}

/** A cohort with a deal, and what became of its offers. */
export interface CohortOffers {
  /** Such as `Cohort 6`, and its value in the form's question. */
  readonly cohort: string
  readonly value: string
  /** Null when the cohort names no number of places. */
  readonly places: number | null
  /** Whether its deal is written, so that its places can be offered. */
  readonly has_deal: boolean
  readonly offered: number
  readonly taken: number
  readonly declined: number
  readonly lapsed: number
  /** The next application on the star list; null when there is none, or no place is free. */
  readonly next: { readonly application_id: string; readonly name: string } | null
}

interface OffersResponse extends Done {
  readonly cohorts: readonly CohortOffers[]
  readonly offers: readonly {
    readonly application_id: string
    readonly cohort: string
    readonly state: OfferState
    readonly ends_at: string
  }[]
}

interface OfferResponse extends Done {
  readonly offer: OfferRecord | null
}

/** The desk's routes. */
export const offerRoutes = {
  ...whileBlind('redacted', {
    /** All offers, and their counts by cohort. */
    offers: get('/api/offers').answers<OffersResponse>(),
  }),
  ...whileBlind('refused', {
    offer: get('/api/applications/:id/offer').answers<OfferResponse>(),
    /** Offers a place to an approved application, until the end of a day. */
    makeOffer: post('/api/applications/:id/offer')
      .takes<{ readonly cohort: string; readonly people: string; readonly day: string }>()
      .answers<OfferResponse>(),
    /** Moves the last day of an offer that waits or has lapsed. */
    extendOffer: post('/api/applications/:id/offer/extend')
      .takes<{ readonly offer: string; readonly day: string }>()
      .answers<OfferResponse>(),
    /** Ends an offer, also a taken one whose place was given back. */
    endOffer: post('/api/applications/:id/offer/end').takes<{ readonly offer: string }>().answers<OfferResponse>(),
    /** The sheet of a taken place, as text. */
    offerSheet: get('/api/applications/:id/offer/sheet').answers(),
  }),
}
