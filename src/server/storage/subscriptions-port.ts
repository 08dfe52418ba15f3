/** An address that gets one letter when the next cohort opens. */
export interface Subscription {
  readonly id: string
  readonly email: string
  /** When it was last requested. */
  readonly createdAt: Date
  /** When the owner of the address confirmed it; null until then. */
  readonly confirmedAt: Date | null
}

/** For how many days an unconfirmed address is stored. */
export const unconfirmedDays = 3

/** For how many days a confirmed address is stored at most, when no cohort opens. */
export const confirmedDays = 730

/** The subscriptions. Addresses that differ only in case are the same. */
export interface Subscriptions {
  /** Returns the subscription of an address, and adds it under `id` if there is none. A repeat restarts the days of an unconfirmed one. */
  add(id: string, email: string, now: Date): Promise<Subscription>
  byId(id: string): Promise<Subscription | undefined>
  /** The subscription of an address; undefined if there is none. */
  ofAddress(email: string): Promise<Subscription | undefined>
  /** Confirms an address. The time of the first confirmation stays. @returns false if there is no such subscription */
  confirm(id: string, now: Date): Promise<boolean>
  /** Deletes a subscription with its mail, except mail that is being sent. @returns false if there is none */
  remove(id: string): Promise<boolean>
  /** Like `remove`, by the address. */
  removeAddress(email: string): Promise<boolean>
  counts(): Promise<{ readonly confirmed: number; readonly unconfirmed: number }>
  /**
   * Queues the letter about an open cohort for confirmed addresses that have none queued, at most `limit`, in one transaction. Each address gets it once,
   * even if several nodes call this.
   * @param cohort such as `Cohort 6`
   * @returns how many were queued
   */
  queueLetters(cohort: string, limit: number, now: Date): Promise<number>
  /** Makes an address wait for the next cohort, because its letter was not sent before the cohort closed. */
  waitAgain(id: string): Promise<void>
}
