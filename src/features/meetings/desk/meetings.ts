import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../dashboard/client.ts'
import { fromInput } from '../../../dashboard/labels.ts'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { clockText, dayAfter, dayOf, minute } from '../../../shared/dates.ts'
import type { MeetingRecord, MeetingsResponse, SlotRecord, TermsRecord } from '../api.ts'
import { meetingRoutes } from '../api.ts'

export const meetingsQuery = queryOptions({
  queryKey: ['meetings'],
  queryFn: ({ signal }) => call(meetingRoutes.meetings, { signal }),
  refetchInterval: minute,
})

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

/** Adds and removes slots (ISO 8601). */
export const saveSlots = (client: QueryClient, add: readonly string[], remove: readonly string[], minutes: number) =>
  change(client, 'saving the times', () => call(meetingRoutes.saveSlots, { body: { add, remove, minutes } }))

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

/** The days of a week from Monday on, as `2026-11-30`. @param weeks after the one of `now` */
export function weekOf(now: Date, weeks: number): readonly string[] {
  const today = dayOf(now)
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  return Array.from({ length: 7 }, (_, day) => dayAfter(today, 7 * weeks - weekday + day))
}

/** The hours of the day in which times are shown; those of other slots are added. */
const [firstHour, lastHour] = [8, 20]

const timeText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, '0')).join(':')

/** The times of a day that a week shows, as `09:00`. */
export function timesOf(days: readonly string[], slots: readonly SlotRecord[], { minutes, gap }: TermsRecord): readonly string[] {
  const times = new Set<string>()
  for (let at = firstHour * 60; at + minutes <= lastHour * 60; at += minutes + gap) times.add(timeText(at))
  for (const { at } of slots) {
    const clock = clockText(new Date(at))
    if (days.includes(clock.slice(0, 10))) times.add(clock.slice(11, 16))
  }
  return [...times].toSorted()
}

/** What a cell of the week is. */
export interface Cell {
  /** ISO 8601. */
  readonly at: string
  readonly state: 'free' | 'slot' | 'held' | 'blocked'
  readonly holder: string | null
}

/** The cell at a time of a day: a slot, free for one, or blocked, because it is past or would overlap a slot. */
export function cellAt(day: string, time: string, slots: readonly SlotRecord[], minutes: number, now: Date): Cell {
  const at = fromInput(`${day}T${time}`) ?? ''
  const start = Date.parse(at)
  const own = slots.find((slot) => slot.at === at)
  if (own !== undefined) return { at, state: own.holder === null ? 'slot' : 'held', holder: own.holder }
  const isBlocked =
    start <= now.getTime() ||
    slots.some((slot) => Date.parse(slot.at) < start + minutes * minute && start < Date.parse(slot.at) + slot.minutes * minute)
  return { at, state: isBlocked ? 'blocked' : 'free', holder: null }
}
