import { type Done, get, post, remove, whileBlind } from '../../api/route.ts'
import type { CommitteeSummary } from './rules.ts'

// The rounds of committees. Times are ISO 8601.

export const roundLimits = { applications: 1_000, members: 20, days: 60 } as const

export interface CommitteeMemberRecord {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly opened_at: string | null
  readonly ended_at: string | null
  /** How many applications the member is to read. */
  readonly total: number
  /** Whether a reminder went, or goes, today. */
  readonly reminded: boolean
  /** How many applications the member has read, and how many of them are scored or marked as a conflict of interest. */
  readonly read: number
  readonly done: number
}

export interface CommitteeRoundRecord {
  readonly id: string
  readonly title: string
  readonly with_names: boolean
  readonly created_at: string
  readonly ends_at: string
  readonly ended_at: string | null
  /** Whether its links work. */
  readonly open: boolean
  readonly members: readonly CommitteeMemberRecord[]
  /** The ids of its applications. */
  readonly applications: readonly string[]
  /** How many members read each application; null: all of them. */
  readonly readers: number | null
}

/** What a member did with an application. */
export interface CommitteeReviewRecord {
  readonly member: string
  readonly read_at: string | null
  readonly saved_at: string | null
  readonly score: number | null
  readonly comment: string
  readonly conflict: boolean
}

interface CommitteesResponse extends Done {
  readonly rounds: readonly CommitteeRoundRecord[]
}

/** What each row of the list shows, without the rounds, which become many. */
interface CommitteeMeansResponse extends Done {
  /** The mean of all scores of each application that is in a round, by its id; null without a score. */
  readonly means: Readonly<Record<string, number | null>>
  /** Whether a round is open, in which they change. */
  readonly open: boolean
}

/** An application of a round, with the reviews of all members who have read it. */
interface CommitteeApplicationRecord {
  readonly id: string
  /** Its company, or else its applicant. */
  readonly name: string
  readonly form_type: string
  readonly summary: CommitteeSummary
  readonly reviews: readonly CommitteeReviewRecord[]
  /** The ids of the members who read it. */
  readonly readers: readonly string[]
}

export interface CommitteeRoundResponse extends Done {
  readonly round: CommitteeRoundRecord
  readonly applications: readonly CommitteeApplicationRecord[]
}

/** The rounds that an application is in, with its reviews. */
export interface ApplicationCommitteeResponse extends Done {
  readonly rounds: readonly {
    readonly id: string
    readonly title: string
    readonly members: number
    readonly summary: CommitteeSummary
    readonly reviews: readonly CommitteeReviewRecord[]
  }[]
}

interface NewRound {
  readonly title: string
  readonly ids: readonly string[]
  readonly members: readonly { readonly name: string; readonly email: string }[]
  readonly days: number
  readonly with_names: boolean
  /** How many members read each application; null: all of them. */
  readonly readers: number | null
  /** Whether members with an e-mail address get their link by mail. */
  readonly mail: boolean
}

export interface MadeRoundResponse extends Done {
  readonly id: string
  /** `mailed`: whether the link is on its way to the member. */
  readonly links: readonly { readonly name: string; readonly url: string; readonly mailed: boolean }[]
}

export const committeePaths = {
  /** The page of a committee's member without a link. */
  committee: '/committee',
  /** Opens the page of a committee's member: `token` is `<id>.<secret>`. */
  committeeLink: '/committee/link/:token',
  /** The applications that the member reads; one of them with the member's score; a file of it. */
  committeeMember: '/committee/:member',
  committeeApplication: '/committee/:member/:application',
  committeeFile: '/committee/:member/:application/:field',
} as const

/** The desk's routes. */
export const committeeRoutes = {
  // Members of a committee are no applicants.
  ...whileBlind('safe', {
    /** The rounds of committees, newest first. */
    committees: get('/api/committees').answers<CommitteesResponse>(),
    committeeMeans: get('/api/committees/means').answers<CommitteeMeansResponse>(),
    makeCommittee: post('/api/committees').takes<NewRound>().answers<MadeRoundResponse>(),
    removeCommittee: remove('/api/committees/:id').answers(),
    /** Ends all links of a round. */
    endCommittee: post('/api/committees/:id/end').answers(),
    /** Adds a member. In a round that is shared out, the others give up some of what they have not opened. */
    joinCommittee: post('/api/committees/:id/members')
      .takes<{ readonly name: string; readonly email: string; readonly mail: boolean }>()
      .answers<MadeRoundResponse>(),
    /** Reminds those who have an address and something left, each once a day at most. `letters`: how many get one. */
    remindCommittee: post('/api/committees/:id/reminders').takes<object>().answers<Done & { readonly letters: number }>(),
    endCommitteeLink: post('/api/committees/members/:id/end').answers(),
    /** The link of a member: a new one if it was ended. `mail`: sends it again. */
    committeeLink: post('/api/committees/members/:id/link')
      .takes<{ readonly mail: boolean }>()
      .answers<Done & { readonly url: string }>(),
  }),
  ...whileBlind('redacted', {
    committee: get('/api/committees/:id').answers<CommitteeRoundResponse>(),
  }),
  ...whileBlind('refused', {
    applicationCommittee: get('/api/applications/:id/committee').answers<ApplicationCommitteeResponse>(),
  }),
}
