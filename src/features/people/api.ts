import type { Right } from '../../api/rights.ts'
import { type Done, get, patch, post, whileBlind } from '../../api/route.ts'

/** The limits of helpers' links: how many are open at once, and for how many days. */
export const helperLimits = { open: 50, days: 180 } as const

/** A link that the admin gave to a person. Times are ISO 8601. */
export interface HelperRecord {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly right: Right | 'committee'
  /** The round of a committee; empty for a helper of the desk. */
  readonly title: string
  readonly created_at: string
  readonly until: string
  /** Null until it was opened. */
  readonly seen_at: string | null
  readonly ended_at: string | null
  /** Whether it works. */
  readonly open: boolean
}

interface HelpersResponse extends Done {
  /** Newest first. */
  readonly helpers: readonly HelperRecord[]
}

/** The paths of the pages on which a helper exchanges a link for a session. */
export const helperPaths = {
  /** What the link of this browser opens, and the path to which its button posts: a code is mailed. */
  helper: '/entry',
  /** Keeps the link in a cookie: `token` is `<id>.<secret>`. */
  helperLink: '/entry/link/:token',
  /** Takes the code. */
  helperCode: '/entry/code',
  /** Mails a new link in place of one that was used. */
  helperAgain: '/entry/again',
} as const

/** The desk's routes. Helpers are no applicants. */
export const helperRoutes = whileBlind('safe', {
  helpers: get('/api/helpers').answers<HelpersResponse>(),
  /** Gives a person a link, which is mailed. `until`: its last day. */
  giveLink: post('/api/helpers')
    .takes<{ readonly name: string; readonly email: string; readonly right: Right; readonly until: string }>()
    .answers<Done & { readonly id: string }>(),
  extendLink: patch('/api/helpers/:id').takes<{ readonly until: string }>().answers(),
  /** Ends a link at once, with what is open in its browsers. */
  endLink: post('/api/helpers/:id/end').answers(),
  /** Mails a new link. */
  renewLink: post('/api/helpers/:id/link').answers(),
})
