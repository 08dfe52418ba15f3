import type { ApplicationRecord } from '../../api/responses.ts'
import { type Done, get, post, whileBlind } from '../../api/route.ts'
import type { Signal } from '../../applications/signals.ts'

/** A submission in quarantine. */
export interface QuarantinedRecord {
  readonly application: ApplicationRecord
  /** The signals for which it is quarantined, the heaviest first. */
  readonly reasons: readonly Signal[]
  /** When it will be deleted. ISO 8601. */
  readonly until: string
  /** The number of submissions of the same form with the same signals, including this one. */
  readonly alike: number
}

export interface QuarantineResponse {
  readonly success: true
  /** Newest first. */
  readonly quarantined: readonly QuarantinedRecord[]
  readonly nextCursor: string | null
  /** The number of all submissions in quarantine, regardless of the search. */
  readonly total: number
}

export const quarantineRoutes = {
  ...whileBlind('redacted', {
    quarantine: get('/api/quarantine').answers<QuarantineResponse>(),
  }),
  ...whileBlind('safe', {
    releaseQuarantined: post('/api/quarantine/release')
      .takes<{ readonly ids: readonly string[] }>()
      .answers<Done & { readonly released: number }>(),
    deleteQuarantined: post('/api/quarantine/delete')
      .takes<{ readonly like: string; readonly upTo: string } | { readonly ids: readonly string[] }>()
      .answers<Done & { readonly deleted: number }>(),
  }),
}
