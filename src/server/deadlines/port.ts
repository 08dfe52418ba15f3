import type { InTime } from '../../applications/history.ts'

/** What a submission presents to count as in time after the deadline. */
export interface Excuse {
  /** The token that the page received when the form was begun. */
  readonly begun?: unknown
  /** The last part of a late link. */
  readonly late?: unknown
}

/** Judges whether applications are in time, by the server's clock and by tokens that it has signed (decision 0164). */
export interface Deadlines {
  /** A token that proves that a form was begun now. */
  begin(): Promise<string>
  /**
   * The last part of a late link, by which one address may apply for a cohort until a given time.
   * @returns undefined for a cohort that takes no applications
   */
  lateLink(email: string, cohort: string, until: Date): Promise<string | undefined>
  /** Judges an application for a cohort: `late`, `inTime` with the reason, or neither when it is before the deadline. */
  judge(choice: unknown, email: string, excuse: Excuse, at: Date): Promise<{ readonly late?: string; readonly inTime?: InTime }>
}
