import type { Application } from '../../applications/application.ts'
import type { SendTime } from '../../applications/confirmation-time.ts'
import type { OutboxDraft, OutboxEntry, OutboxState, Outcome } from '../../applications/outbox.ts'

/** How many confirmations may go in a period of milliseconds, to all addresses together. */
export interface CrowdLimit {
  readonly count: number
  readonly periodMs: number
}

/** A topic that fails: nothing of it was sent since. */
export interface Failing {
  /** Start of the current outage: the earliest `failingSince` of waiting entries, or the last success if that is later. */
  readonly since: Date
  /** A recent failure, in the provider's words. */
  readonly fault: string
  /** The number of entries that wait after a failure. */
  readonly waiting: number
}

/** A letter or message in its hold, with what the desk shows of its application. */
export interface HeldLetter {
  readonly entry: OutboxEntry
  readonly application: Pick<Application, 'formType' | 'applicantName' | 'applicantEmail' | 'companyName'>
}

/** The outgoing jobs. Entries of deleted applications are in no answer, unless their topic outlives the application. */
export interface Outbox {
  /**
   * Claims up to `limit` due entries, oldest due first, until `until`, when the claims lapse. Of sequential topics it claims one entry of an
   * application at a time, and none before an earlier entry that is due, or was tried, is settled.
   * The entries' `attempts` include the attempt that begins now.
   */
  claim(topics: readonly OutboxDraft['topic'][], limit: number, now: Date, until: Date): Promise<readonly OutboxEntry[]>
  /**
   * Records the outcome of a claimed entry: sent, cancelled, waiting until `retryAt` or its time, or parked when `retryAt` is undefined. An unsent entry of a deleted
   * application is cancelled until the deletion is undone.
   * @returns false when the claim had lapsed and the entry was claimed again: its fence is older
   */
  settle(entry: OutboxEntry, outcome: Outcome, at: Date, retryAt: Date | undefined): Promise<boolean>
  /** Makes the entries of a topic that wait after a failure due now, because the provider is back. Returns their number. */
  wake(topic: OutboxDraft['topic'], now: Date): Promise<number>
  /** Inserts entries outside of a change, for repairs. An entry whose key is there is skipped. */
  queue(drafts: readonly OutboxDraft[], now: Date): Promise<void>
  /** Makes a parked entry wait again, due now; the days of its retries are counted from its next failure. */
  retry(id: string, now: Date): Promise<'queued' | 'not_found'>
  /** The entries of an application, oldest first. */
  forApplication(applicationId: string): Promise<readonly OutboxEntry[]>
  /** The newest `limit` entries in a state, newest first. */
  inState(state: OutboxState, limit: number): Promise<readonly OutboxEntry[]>
  /** Letters and messages that are due after `now` and were never tried, the first to go first, `limit` at most. */
  held(now: Date, limit: number): Promise<readonly HeldLetter[]>
  /** The number of letters and messages that are due after `now` and were never tried. */
  countHeld(now: Date): Promise<number>
  /**
   * When a confirmation to an address may go (applications/confirmation-time.ts). The time is reserved once, and kept for the entry.
   * @param crowd how many may go in a period to all addresses together
   */
  confirmationTime(entryId: string, email: string, crowd: CrowdLimit, now: Date): Promise<SendTime>
  /** Cancels a confirmation of an application that is held. False for any other letter, and for one that is not held any more. */
  discardConfirmation(id: string, applicationId: string, now: Date): Promise<boolean>
  /**
   * Makes those of `ids` due that are held, and inserts the drafts that `rows` makes of them, in one transaction. Others are skipped, so that a
   * repeated call sends nothing twice, and so are confirmations to an address that has had its confirmations. Returns how many it made due.
   */
  release(ids: readonly string[], now: Date, rows: (released: readonly OutboxEntry[]) => readonly OutboxDraft[]): Promise<number>
  /** Those of these applications whose address a letter did not reach: it was given up, and the address has not been corrected since. */
  unreachable(applicationIds: readonly string[]): Promise<readonly string[]>
  /** The number of entries in each of these states; without arguments in all, which counts every sent entry and is slow. */
  counts<S extends OutboxState = OutboxState>(...states: readonly S[]): Promise<Readonly<Record<S, number>>>
  /** The current outage of a topic; undefined while no waiting entry has failed. */
  failing(topic: OutboxDraft['topic']): Promise<Failing | undefined>
  /** When, after `now`, the next entry can be claimed: one is due, or a claim lapses. Undefined when there is neither. */
  nextDue(now: Date): Promise<Date | undefined>
}
