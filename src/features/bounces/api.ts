import { type Done, get, whileBlind } from '../../api/route.ts'

/** Where the mail provider posts its events. */
export const mailEventsPath = '/api/mail-events'

/** What became of the letters to an address: they came back, or their reader reported one as spam. */
interface BounceRecord {
  readonly kind: 'bounce' | 'complaint'
  readonly at: string
  /** In the words of the mail server. */
  readonly reason: string
}

export const bounceRoutes = whileBlind('refused', {
  /** What became of the letters to the present address of an application; null when nothing is known against it. */
  bounce: get('/api/applications/:id/bounce').answers<Done & { readonly bounce: BounceRecord | null }>(),
})
