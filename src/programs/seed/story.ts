import type { Application, Status } from '../../applications/application.ts'
import { type Change, move } from '../../applications/moves.ts'
import { after, day, dayOf, hour, minute, startOfDay } from '../../shared/dates.ts'
import type { Chance } from './chance.ts'
import type { Texts } from './texts.ts'

/** `at`, or the next time in the reviewer's working hours, which are from nine to seven. */
function inWorkingHours(chance: Chance, at: Date): Date {
  const midnight = startOfDay(dayOf(at))
  const hourOfDay = (at.getTime() - midnight.getTime()) / hour
  if (hourOfDay >= 9 && hourOfDay < 19) return at
  const morning = after(midnight, (hourOfDay < 9 ? 0 : day) + chance.between(9 * 60, 11 * 60) * minute)
  return morning
}

/** The share of applications without a decision, by age in days. */
function undecidedShare(age: number): number {
  if (age < 3) return 0.8
  if (age < 10) return 0.5
  return age < 30 ? 0.25 : 0.12
}

/** The invented changes of an application between its submission and `now`, in order. None of them has outbox entries. */
export function story(
  remarks: Texts['remarks'],
  chance: Chance,
  submitted: Application,
  reviewer: string,
  now: Date,
): readonly Change[] {
  const changes: Change[] = []
  let current = submitted
  const add = (change: Change): void => {
    changes.push({ ...change, outbox: [] })
    current = { ...change.application, revision: change.application.revision + 1 }
  }
  // Ten minutes before now, because notes and meetings follow a decision within minutes.
  const latest = after(now, -10 * minute)
  /** @returns false, without a decision, when `at` is too late */
  const decide = (to: Status, at: Date): boolean => {
    const moved = move(current, to, [], { by: reviewer, at, delivery: { spreadsheet: 'none', holdS: 0 } })
    if (!moved.ok || at >= latest) return false
    add(moved.value)
    return true
  }
  const note = (at: Date): void => {
    const notes = chance.pick(remarks[current.status])
    if (at < now)
      add({
        application: { ...current, notes },
        entry: { at, by: reviewer, event: { what: 'noted', from: current.notes, to: notes } },
        outbox: [],
      })
  }
  const meet = (at: Date, meetingAt: Date): void =>
    add({
      application: { ...current, meetingAt },
      entry: { at, by: reviewer, event: { what: 'meeting_set', from: null, to: meetingAt.toISOString() } },
      outbox: [],
    })

  const age = (now.getTime() - submitted.submittedAt.getTime()) / day
  const read = inWorkingHours(chance, after(submitted.submittedAt, chance.between(5 * 60, 5 * 24 * 60) * minute))
  if (chance.is(undecidedShare(age))) {
    if (chance.is(0.25)) note(read)
    return changes
  }
  const share = chance.next()
  if (share > 0.38) {
    if (decide(share > 0.7 ? 'approved' : 'rejected', read) && chance.is(0.5)) note(after(read, 4 * minute))
    return changes
  }
  if (!decide('pitch', read)) return changes
  const meeting = inWorkingHours(chance, after(read, chance.between(3, 12) * day))
  meet(after(read, 2 * minute), new Date(Math.round(meeting.getTime() / (30 * minute)) * 30 * minute))
  if (chance.is(0.5)) note(after(read, 6 * minute))
  const decidedAt = inWorkingHours(chance, after(meeting, chance.between(2, 30) * hour))
  if (chance.is(0.72) && decide(chance.is(0.6) ? 'approved' : 'rejected', decidedAt) && chance.is(0.6))
    note(after(decidedAt, 5 * minute))
  return changes
}
