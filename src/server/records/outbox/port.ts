import type { Application } from '../../../applications/application.ts'
import type { OutboxDraft, OutboxEntry, OutboxState, Outcome, Turn } from '../../../applications/outbox.ts'

/** Mail that a stranger can cause by entering an address. */
export interface StrangersMail {
  readonly entryId: string
  readonly email: string
  /**
   * For a letter about applications; others cannot be merged. `news` goes only to a proven address. `links`: it has the links of all applications, as a merged one.
   */
  readonly letter?: { readonly createdAt: Date; readonly kind: 'confirmation' | 'news' | 'links' }
}

/** An outage of a topic: none of its entries was sent since. */
export interface Failing {
  /** Start of the current outage: the earliest `failingSince` of waiting entries, or the last success if that is later. */
  readonly since: Date
  /** A recent failure, in the provider's words. */
  readonly fault: string
  /** The number of entries that wait after a failure. */
  readonly waiting: number
}

/** A letter or message on hold, with what the desk shows of its application. */
export interface HeldLetter {
  readonly entry: OutboxEntry
  readonly application: Pick<Application, 'formType' | 'applicantName' | 'applicantEmail' | 'companyName'>
}

/** How many letters were sent, could not be delivered, were cancelled, or are on their way, also after a failure. Those in their hold are not counted. */
export type LetterOutcomes = Readonly<Record<'sent' | 'parked' | 'cancelled' | 'leaving', number>>

/** The outbox. No method returns entries of deleted applications, unless their topic outlives the application. */
export interface Outbox {
  /**
   * Claims up to `limit` due entries, oldest due first. The claims lapse at `until`. Of sequential topics, and of letters, it claims one entry per application at
   * a time, and only after every earlier entry that is due, or was tried, is settled; a letter that fails for a day delays no other. The entries' `attempts` include the attempt that begins now.
   * @param except the ids of entries that are not claimed, although their claims may have lapsed
   */
  claim(
    topics: readonly OutboxDraft['topic'][],
    limit: number,
    now: Date,
    until: Date,
    except?: readonly string[],
  ): Promise<readonly OutboxEntry[]>
  /**
   * Records the outcome of a claimed entry: sent, cancelled, waiting until `retryAt` or until the outcome's time, or parked when `retryAt` is undefined. An
   * unsent entry of a deleted application is cancelled until the deletion is undone. A letter that is sent cancels the confirmation of its application that waits.
   * @returns false when the claim had lapsed and the entry was claimed again, so that its fence is newer
   */
  settle(entry: OutboxEntry, outcome: Outcome, at: Date, retryAt: Date | undefined): Promise<boolean>
  /** Makes the entries of a topic that wait after a failure due now, because the provider works again. @returns their number */
  wake(topic: OutboxDraft['topic'], now: Date): Promise<number>
  /** Inserts entries without a change, for repairs. An entry whose key exists is skipped. */
  queue(drafts: readonly OutboxDraft[], now: Date, ip?: string): Promise<void>
  /** Makes a parked entry due now, or a report that was sent. Its days of retries count from its next failure. */
  retry(id: string, now: Date): Promise<'queued' | 'not_found'>
  /** The entries of an application, oldest first. */
  forApplication(applicationId: string): Promise<readonly OutboxEntry[]>
  /** The newest `limit` entries in a state, newest first. */
  inState(state: OutboxState, limit: number): Promise<readonly OutboxEntry[]>
  /** The newest reports that were not cancelled, at most `limit`, newest first. */
  reports(limit: number): Promise<readonly OutboxEntry[]>
  /** Letters and messages that are due after `now` and were never tried, in the order of their due times, at most `limit`. */
  held(now: Date, limit: number): Promise<readonly HeldLetter[]>
  /** What became of letters and messages. */
  outcomesOf(ids: readonly string[], now: Date): Promise<LetterOutcomes>
  /** The number of letters and messages that are due after `now` and were never tried. */
  countHeld(now: Date): Promise<number>
  /** Whether mail that strangers can cause is sent now (applications/mail-budget.ts). An entry that had its turn keeps it for its retries. */
  turn(mail: StrangersMail, now: Date): Promise<Turn>
  /** Records that the owner of an application's address pressed a button of a page that only a letter's link opens. */
  prove(applicationId: string, now: Date): Promise<void>
  /** Whether the owner of an address has pressed such a button, of any application, or for a feature. */
  isProven(email: string): Promise<boolean>
  /** Stops all letters to an address, whatever is sent with it later, or allows them again. */
  stopAddress(email: string, stop: boolean, now: Date): Promise<void>
  /** Whether all letters to an address are stopped. */
  isStopped(email: string): Promise<boolean>
  /** Cancels a held confirmation of an application. @returns false for any other letter, and for one that is no longer held */
  discardConfirmation(id: string, applicationId: string, now: Date): Promise<boolean>
  /**
   * Makes the held entries among `ids` due now, with the reports of their decisions, and inserts the drafts that `rows` makes of them, in one transaction. Skips the others, so that a repeated
   * call sends nothing twice, and letters that wait for the budget of their address.
   * @returns how many it made due
   */
  release(ids: readonly string[], now: Date, rows: (released: readonly OutboxEntry[]) => readonly OutboxDraft[]): Promise<number>
  /** Those of these applications with a letter that could not be delivered, and an address that has not been corrected since. */
  unreachable(applicationIds: readonly string[]): Promise<readonly string[]>
  /** The number of entries in each of these states; without arguments in all of them, which is slow because it counts every sent entry. */
  counts<S extends OutboxState = OutboxState>(...states: readonly S[]): Promise<Readonly<Record<S, number>>>
  /** The current outage of a topic; undefined while no waiting entry has failed. */
  failing(topic: OutboxDraft['topic']): Promise<Failing | undefined>
  /** The next time after `now` at which a waiting entry is due; undefined without one. */
  nextDue(now: Date): Promise<Date | undefined>
}
