import type { Application } from '../../applications/application.ts'
import type { Event } from '../../applications/history.ts'

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
  /** The slots that begin at `from` or later, and before `until`, earliest first, each with the application that has it. */
  all(from: Date, until?: Date): Promise<readonly (Slot & { readonly holder: string | undefined })[]>
  /** How long the slot is that begins at `at`; undefined if there is none. */
  minutesAt(at: Date): Promise<number | undefined>
  /** The slots that begin at `from` or later, that nobody has, and that overlap no busy time, and no meeting but that of `applicationId`. Earliest first. */
  open(from: Date, applicationId?: string): Promise<readonly Slot[]>
  /**
   * Removes and adds slots in one transaction. One that is added again stays.
   * @returns, with nothing written: `held` when one of `removed` has a holder, `overlap` when two would overlap, `full` above `maxSlots`
   */
  change(added: readonly Slot[], removed: readonly Date[]): Promise<'saved' | 'held' | 'overlap' | 'full'>
  /** Replaces the times in which the reviewer is busy. */
  setBusy(times: readonly { readonly from: Date; readonly until: Date }[]): Promise<void>
  /** The applications in review with a meeting at `from` or later, and before `until`, earliest first. */
  meetings(from: Date, until?: Date): Promise<readonly Application[]>
}

/** Whether an event may have changed the time of the meeting. */
export const isAboutMeeting = (event: Event): boolean =>
  event.what === 'meeting_set' ||
  (event.what === 'undone' && event.undid === 'meeting_set') ||
  ('meetingAt' in event && event.meetingAt !== undefined)
