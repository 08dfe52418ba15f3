import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../dashboard/client.ts'
import { saveMeeting } from '../../../dashboard/decisions/Meeting.tsx'
import { offerUndoOf } from '../../../dashboard/decisions/undo.ts'
import { formatMoment, fromInput } from '../../../dashboard/labels.ts'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { clockText, dayAfter, dayOf, minute } from '../../../shared/dates.ts'
import type { MeetingRecord, MeetingsResponse, TermsRecord } from '../api.ts'
import { meetingRoutes } from '../api.ts'

export const meetingsQuery = queryOptions({
  queryKey: ['meetings'],
  queryFn: ({ signal }) => call(meetingRoutes.meetings, { signal }),
  refetchInterval: minute,
})

/** The applicant for whom a time is being chosen; `from`: the time that the meeting has. */
export interface Placing {
  readonly id: string
  readonly applicant_name: string
  readonly company_name: string
  readonly from: string | null
}

/** What a meeting is called. */
export const nameOf = ({ company_name, applicant_name }: Pick<MeetingRecord, 'company_name' | 'applicant_name'>): string =>
  company_name || applicant_name || 'No name'

/** The last change: the next one is made after it, so that the answers come in order. */
let last: Promise<unknown> = Promise.resolve()

/** Makes a change after those before it, and shows what it answered; after a failure, what is stored. Returns the answer, if it succeeded. */
function change<Answer extends MeetingsResponse>(
  client: QueryClient,
  operation: string,
  work: () => Promise<Answer>,
): Promise<Answer | undefined> {
  const { queryKey } = meetingsQuery
  const own = last.then(async () => {
    try {
      const answer = await work()
      // A poll that began before the change would bring back what was before it.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, answer)
      return answer
    } catch (error) {
      showFailure(operation, 'Not saved', error)
      await client.invalidateQueries({ queryKey })
      return undefined
    }
  })
  last = own
  return own
}

/** Adds and removes slots (ISO 8601). It can be undone. */
export async function saveSlots(
  client: QueryClient,
  add: readonly string[],
  remove: readonly string[],
  minutes: number,
  again = false,
): Promise<MeetingsResponse | undefined> {
  const { slots = [] } = client.getQueryData<MeetingsResponse>(meetingsQuery.queryKey) ?? {}
  const lengths = new Map(slots.map((slot) => [slot.at, slot.minutes]))
  const saved = await change(client, 'saving the times', () => call(meetingRoutes.saveSlots, { body: { add, remove, minutes } }))
  if (saved !== undefined && !again) {
    const times = (at: readonly string[]): string => (at.length === 1 ? formatMoment(at[0] ?? '') : `${at.length} times`)
    const [title, detail] = remove.length === 0 ? ['Open', times(add)] : ['Closed', times(remove)]
    offerUndoOf(title, detail, () => {
      if (add.length > 0) void saveSlots(client, [], add, minutes, true)
      // Each is as long again as it was: the length of a meeting may have changed since it was opened.
      for (const [own, closed] of Map.groupBy(remove, (at) => lengths.get(at) ?? minutes))
        void saveSlots(client, closed, [], own, true)
    })
  }
  return saved
}

/** Sets the time of a meeting, or moves it. The applicant gets a letter. */
export async function setTime(client: QueryClient, { id, from, ...named }: Placing, at: string): Promise<void> {
  await change(client, 'setting the meeting', async () => {
    await saveMeeting(client, { id, applicant_email: '', ...named }, at, from, true)
    return call(meetingRoutes.meetings)
  })
}

/** Reminds those who have not chosen. Returns how many get a letter; undefined when it failed. */
export const remind = async (client: QueryClient): Promise<number | undefined> =>
  (await change(client, 'reminding', () => call(meetingRoutes.remindToChoose, { body: {} })))?.letters

/** Saves what was typed of the terms, over those that this page shows when it is saved. */
export const saveTerms = (client: QueryClient, typed: Partial<TermsRecord>, { terms, termsRevision }: MeetingsResponse) =>
  change(client, 'saving the meetings', () => {
    const shown = client.getQueryData<MeetingsResponse>(meetingsQuery.queryKey) ?? { terms, termsRevision }
    return call(meetingRoutes.saveMeetingTerms, { body: { ...shown.terms, ...typed, revision: shown.termsRevision } })
  })

/** The same time by the clocks of the site a week later, as ISO 8601; undefined when clocks leave it out on that day. */
export function weekAfter(at: string): string | undefined {
  const clock = clockText(new Date(at))
  const next = `${dayAfter(clock.slice(0, 10), 7)}T${clock.slice(11, 16)}`
  const moment = fromInput(next)
  return moment !== null && clockText(new Date(moment)).startsWith(next) ? moment : undefined
}

/** The meetings by their day in the site's zone, in order. */
export const byDay = (meetings: readonly MeetingRecord[]): readonly (readonly [string, readonly MeetingRecord[]])[] => [
  ...Map.groupBy(meetings, ({ at }) => dayOf(new Date(at))),
]

/** Seven days from today on, as `2026-11-30`. @param weeks later, or earlier if it is negative */
export const weekOf = (now: Date, weeks: number): readonly string[] =>
  Array.from({ length: 7 }, (_, day) => dayAfter(dayOf(now), 7 * weeks + day))

/** The hours of the day in which times are shown; those of other slots and meetings are added. */
const [firstHour, lastHour] = [8, 20]

const timeText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, '0')).join(':')

/** The times of a day that a week shows, as `09:00`. */
export function timesOf(days: readonly string[], { slots, meetings, terms }: Calendar): readonly string[] {
  const { minutes, gap } = terms
  const times = new Set<string>()
  for (let at = firstHour * 60; at + minutes <= lastHour * 60; at += minutes + gap) times.add(timeText(at))
  for (const { at } of [...slots, ...meetings]) {
    const clock = clockText(new Date(at))
    if (days.includes(clock.slice(0, 10))) times.add(clock.slice(11, 16))
  }
  return [...times].toSorted()
}

type Calendar = Pick<MeetingsResponse, 'slots' | 'meetings' | 'terms'>

/** What a cell of the week is: nothing, an open time, a taken one; or neither, because it would overlap one of these. */
export interface Cell {
  /** ISO 8601. */
  readonly at: string
  readonly state: 'free' | 'slot' | 'held' | 'blocked'
  readonly isPast: boolean
  /** The meetings that begin then. More than one: the desk made them at one time (decision 0174). */
  readonly meetings: readonly MeetingRecord[]
}

const isDuring = (start: number, minutes: number, other: { readonly at: string; readonly minutes: number }): boolean =>
  Date.parse(other.at) < start + minutes * minute && start < Date.parse(other.at) + other.minutes * minute

export function cellAt(day: string, time: string, { slots, meetings, terms }: Calendar, now: Date): Cell {
  const at = fromInput(`${day}T${time}`) ?? ''
  const start = Date.parse(at)
  const own = meetings.filter((meeting) => meeting.at === at)
  const slot = slots.find((each) => each.at === at)
  const minutes = slot?.minutes ?? terms.minutes
  const state =
    own.length > 0 || (slot?.holder ?? null) !== null
      ? 'held'
      : slot !== undefined
        ? 'slot'
        : [...slots, ...meetings].some((other) => isDuring(start, minutes, other))
          ? 'blocked'
          : 'free'
  return { at, state, isPast: start <= now.getTime(), meetings: own }
}

/** A place in the week: the number of its day, and of its time. */
export interface Position {
  readonly column: number
  readonly row: number
}

/** The cells between two of them, as a rectangle, that a stroke from the first one opens, or closes; those that would overlap an earlier one are left out. */
export function rectangle(grid: readonly (readonly Cell[])[], from: Position, to: Position, minutes: number): readonly string[] {
  const opens = grid[from.row]?.[from.column]?.state === 'free'
  const [top, bottom] = [Math.min(from.row, to.row), Math.max(from.row, to.row)]
  const [left, right] = [Math.min(from.column, to.column), Math.max(from.column, to.column)]
  const taken: string[] = []
  for (const { at, state, isPast } of grid.slice(top, bottom + 1).flatMap((row) => row.slice(left, right + 1))) {
    const start = Date.parse(at)
    const isFree = !opens || taken.every((other) => !isDuring(start, minutes, { at: other, minutes }))
    if (!isPast && state === (opens ? 'free' : 'slot') && isFree) taken.push(at)
  }
  return taken
}
