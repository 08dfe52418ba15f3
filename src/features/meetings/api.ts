import { type Done, get, post, put, remove, whileBlind } from '../../api/route.ts'
import type { Status } from '../../applications/application.ts'
import type { FormType } from '../../shared/form-types.ts'

/** An application as the page of meetings shows it. */
export interface InvitedRecord {
  readonly id: string
  readonly form_type: FormType
  readonly applicant_name: string
  readonly company_name: string
  readonly status: Status
  /** The first sentence of the first long answer. */
  readonly gist: string
  /** Null if it is not scored. */
  readonly total: number | null
}

/** A meeting. `at`: ISO 8601. */
export interface MeetingRecord extends InvitedRecord {
  readonly at: string
  readonly minutes: number
  readonly notes: string
  /** The place that its applicant was told, empty for none; null if nothing was written to them, or the meeting is past. */
  readonly location_told: string | null
}

/** Who was invited and has no meeting. */
interface WaitingRecord extends InvitedRecord {
  /** When they were last reminded within a day; null if they were not. */
  readonly reminded_at: string | null
}

/** A slot; `holder`: the id of the application that has it. */
interface SlotRecord {
  readonly at: string
  readonly minutes: number
  readonly holder: string | null
}

/** The terms of meetings: how long a slot is, the minutes between two, and where all meetings are. */
export interface TermsRecord {
  readonly minutes: number
  readonly gap: number
  readonly location: string
}

/** The meetings since two weeks ago and the slots of these and later days, earliest first; and who was invited and has no meeting. */
export interface MeetingsResponse extends Done {
  readonly meetings: readonly MeetingRecord[]
  readonly slots: readonly SlotRecord[]
  readonly waiting: readonly WaitingRecord[]
  readonly waitingTotal: number
  /** How many are invited to pitch, with and without a meeting. */
  readonly invitedTotal: number
  readonly terms: TermsRecord
  readonly termsRevision: number
  /** When the address of the calendar feed was made; null while there is none. */
  readonly feedSince: string | null
}

/** The reviewer's own calendar. `read_at`: when it was read last; `fault`: why not since, or empty; `kept_back`: open times that are not offered. */
export interface BusyRecord {
  readonly host: string
  readonly read_at: string | null
  readonly fault: string
  readonly kept_back: number
}

interface BusyResponse extends Done {
  readonly busy: BusyRecord | null
}

/** The meetings for the admin's calendar: `file` is `<secret>.ics`. */
export const calendarFeed = '/calendar/:file'

/** The desk's routes. */
export const meetingRoutes = {
  ...whileBlind('redacted', {
    /** The meetings, the slots, and who has not chosen one. */
    meetings: get('/api/meetings', 'meet').answers<MeetingsResponse>(),
    /** Adds and removes slots; ISO 8601. */
    saveSlots: put('/api/meetings/slots')
      .takes<{ readonly add: readonly string[]; readonly remove: readonly string[]; readonly minutes: number }>()
      .answers<MeetingsResponse>(),
    /** Saves the terms. `letters`: how many applicants get one about the new place. */
    saveMeetingTerms: put('/api/meetings/terms')
      .takes<TermsRecord & { readonly revision: number }>()
      .answers<MeetingsResponse & { readonly letters: number }>(),
    /** Writes to those who are invited and have no time, each once a day at most. `letters`: how many get one. */
    remindToChoose: post('/api/meetings/reminders').takes<object>().answers<MeetingsResponse & { readonly letters: number }>(),
  }),
  ...whileBlind('safe', {
    /** Makes the secret address of the calendar feed, in place of an earlier one. */
    makeCalendarFeed: post('/api/meetings/feed')
      .takes<object>()
      .answers<Done & { readonly url: string; readonly since: string }>(),
    endCalendarFeed: remove('/api/meetings/feed').answers(),
    busy: get('/api/meetings/busy').answers<BusyResponse>(),
    /** Sets the address of the reviewer's own calendar, and reads it; an empty one ends it. */
    saveBusy: put('/api/meetings/busy').takes<{ readonly url: string }>().answers<BusyResponse>(),
  }),
}
