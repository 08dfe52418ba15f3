import type { Application } from '../../applications/application.ts'

/** A time at the desk for a meeting. */
export interface Slot {
  readonly at: Date
  readonly minutes: number
}

/** The most slots that are stored. */
export const maxSlots = 2_000

/** Thrown by a save: an applicant chose a slot that another application has, or that is no slot any more. Nothing is written. */
export class SlotTaken extends Error {
  override readonly name = 'SlotTaken'
}

/**
 * The slots. The time of a meeting is `meetingAt` of the application; a save that sets it to the time of a slot makes the application the slot's holder, if
 * there is none, and frees the one that it had.
 */
export interface Slots {
  /** The slots that begin at `from` or later, earliest first, each with the application that has it. */
  all(from: Date): Promise<readonly (Slot & { readonly holder: string | undefined })[]>
  /** The slots that begin at `from` or later, and that nobody has, and that overlap no meeting but that of `applicationId`. Earliest first. */
  open(from: Date, applicationId?: string): Promise<readonly Slot[]>
  /**
   * Removes and adds slots in one transaction.
   * @returns, with nothing written: `held` when one of `removed` has a holder, `overlap` when two would overlap, `full` above `maxSlots`
   */
  change(added: readonly Slot[], removed: readonly Date[]): Promise<'saved' | 'held' | 'overlap' | 'full'>
  /** The applications with a meeting at `from` or later, earliest first, without withdrawn ones. */
  meetings(from: Date): Promise<readonly Application[]>
}
