/** An address that is to be told, by one letter, when the next cohort opens. */
export interface Subscription {
  readonly id: string
  readonly email: string
  /** When it was last requested. */
  readonly createdAt: Date
  /** When the owner of the address confirmed it; null until then. */
  readonly confirmedAt: Date | null
}

/** For how many days an address is stored that its owner does not confirm. */
export const unconfirmedDays = 3

/** For how many days a confirmed address is stored at most, when no cohort opens. */
export const confirmedDays = 730

/** The addresses that wait for a cohort to open. Addresses that differ in case only are one. */
export interface Subscriptions {
  /** The subscription of an address; added under `id` if there is none. A repeat begins the days of an unconfirmed one anew. */
  add(id: string, email: string, now: Date): Promise<Subscription>
  byId(id: string): Promise<Subscription | undefined>
  /** The subscription of an address; undefined if there is none. */
  ofAddress(email: string): Promise<Subscription | undefined>
  /** Confirms an address; the first time counts. False if there is no such subscription. */
  confirm(id: string, now: Date): Promise<boolean>
  /** Deletes a subscription with its mail that is not being sent. False if there is none. */
  remove(id: string): Promise<boolean>
  /** As `remove`, by the address. */
  removeAddress(email: string): Promise<boolean>
  counts(): Promise<{ readonly confirmed: number; readonly unconfirmed: number }>
  /**
   * Queues the letter that a cohort has opened for confirmed addresses that have none queued, `limit` at most, in one transaction: each address has it once,
   * however many nodes call this.
   * @param cohort as `Cohort 6`
   * @returns how many were queued
   */
  tell(cohort: string, limit: number, now: Date): Promise<number>
  /** Lets an address wait for the next cohort, whose letter was queued and not sent before its cohort closed. */
  waitAgain(id: string): Promise<void>
}
