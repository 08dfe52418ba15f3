/** A round of a committee: applications that its members read and score until it ends. */
export interface Round {
  readonly id: string
  readonly title: string
  /** Whether members see the applicants' names and files. */
  readonly withNames: boolean
  readonly createdAt: Date
  readonly endsAt: Date
  /** When the reviewer ended it; null before. */
  readonly endedAt: Date | null
}

/** A member of the committee of one round. */
export interface Member {
  readonly id: string
  readonly roundId: string
  readonly name: string
  /** Empty for a member without one. */
  readonly email: string
  /** How many links were made before the present one. */
  readonly generation: number
  /** SHA-256 of the secret in the link. */
  readonly secretHash: string
  /** When the link was first opened. */
  readonly openedAt: Date | null
  /** When the reviewer ended the link; null before. */
  readonly endedAt: Date | null
}

/** What a member wrote about an application. */
export interface Review {
  /** From 1 to 5; null without a score. */
  readonly score: number | null
  readonly comment: string
  /** Whether the member has a conflict of interest, and does not score it. */
  readonly conflict: boolean
}

/** The review of a member as it is stored: it begins when the member opens the application, with revision 0. */
export interface StoredReview extends Review {
  readonly memberId: string
  readonly applicationId: string
  readonly revision: number
  readonly readAt: Date | null
  /** When the member last saved it; null if the application was only opened. */
  readonly savedAt: Date | null
}

/** A round with its members and the ids of its applications, in their order. Without those that are deleted, withdrawn or in quarantine. */
export interface WholeRound extends Round {
  readonly members: readonly Member[]
  readonly applications: readonly string[]
}

/** The rounds of committees. */
export interface Committee {
  /** Adds a round; applications that are not stored are left out. */
  add(round: WholeRound): Promise<void>
  /** All rounds, newest first. */
  rounds(): Promise<readonly WholeRound[]>
  round(id: string): Promise<WholeRound | undefined>
  member(id: string): Promise<Member | undefined>
  /** The reviews of a round, or of an application in all rounds. */
  reviews(of: { readonly round: string } | { readonly application: string }): Promise<readonly StoredReview[]>
  /** Records the first time that a member opened the link or, with an application, that application. */
  markRead(memberId: string, applicationId: string | undefined, at: Date): Promise<void>
  /**
   * Saves a review over the revision that was read, 0 for the first one. The saved review has the next revision.
   * @returns `stale`, with nothing written, when the stored revision is a different one
   */
  save(memberId: string, applicationId: string, review: Review, revision: number, at: Date): Promise<'saved' | 'stale'>
  /** Ends a member's link, or all links of a round. @returns whether there is one */
  end(kind: 'member' | 'round', id: string, at: Date): Promise<boolean>
  /** Replaces a member's link of a generation by one of the next, which is open. @returns whether it did */
  renew(memberId: string, generation: number, secretHash: string): Promise<boolean>
  /** Deletes a round with its members, their reviews and their mail. @returns whether there was one */
  remove(id: string): Promise<boolean>
}
