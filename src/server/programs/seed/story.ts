import type { Application, Status } from '../../../applications/application.ts'
import { type Change, move } from '../../../applications/moves.ts'
import { after, day, hour, minute } from '../../../shared/dates.ts'
import type { Chance } from './chance.ts'
import type { Texts } from './texts.ts'

/** The reviewer's hours: the next moment at or after `at` between nine and seven in Chennai. */
function atWork(chance: Chance, at: Date): Date {
  const inChennai = after(at, 5.5 * hour)
  const midnight = after(at, -((inChennai.getTime() % day) + day) % day)
  const hourOfDay = (inChennai.getTime() % day) / hour
  if (hourOfDay >= 9 && hourOfDay < 19) return at
  const morning = after(midnight, (hourOfDay < 9 ? 0 : day) + chance.between(9 * 60, 11 * 60) * minute)
  return morning
}

/** What becomes of an application between its submission and `now`: the changes, in order. Nothing in it is sent to anyone. */
export function story(
  remarks: Texts['remarks'],
  chance: Chance,
  submitted: Application,
  reviewer: string,
  now: Date,
): readonly Change[] {
  const by = { kind: 'admin', email: reviewer } as const
  const changes: Change[] = []
  let current = submitted
  const happen = (change: Change): void => {
    changes.push({ ...change, outbox: [] })
    current = { ...change.application, revision: change.application.revision + 1 }
  }
  // what follows a decision within minutes is not in the future either
  const soon = after(now, -10 * minute)
  /** False when that would be in the future. */
  const decide = (to: Status, at: Date): boolean => {
    const moved = move(current, to, by, at, { spreadsheet: 'none', holdS: 0 }, [])
    if (!moved.ok || at >= soon) return false
    happen(moved.value)
    return true
  }
  const note = (at: Date): void => {
    const notes = chance.pick(remarks[current.status])
    if (at < now)
      happen({
        application: { ...current, notes },
        entry: { at, by: reviewer, event: { what: 'noted', from: current.notes, to: notes } },
        outbox: [],
      })
  }
  const meet = (at: Date, meetingAt: Date): void =>
    happen({
      application: { ...current, meetingAt },
      entry: { at, by: reviewer, event: { what: 'meeting_set', from: null, to: meetingAt.toISOString() } },
      outbox: [],
    })

  const age = (now.getTime() - submitted.submittedAt.getTime()) / day
  const read = atWork(chance, after(submitted.submittedAt, chance.between(5 * 60, 5 * 24 * 60) * minute))
  const undecided = age < 3 ? 0.8 : age < 10 ? 0.5 : age < 30 ? 0.25 : 0.12
  if (chance.is(undecided)) {
    if (chance.is(0.25)) note(read)
    return changes
  }
  const share = chance.next()
  if (share > 0.38) {
    if (decide(share > 0.7 ? 'approved' : 'rejected', read) && chance.is(0.5)) note(after(read, 4 * minute))
    return changes
  }
  if (!decide('pitch', read)) return changes
  const meeting = atWork(chance, after(read, chance.between(3, 12) * day))
  meet(after(read, 2 * minute), new Date(Math.round(meeting.getTime() / (30 * minute)) * 30 * minute))
  if (chance.is(0.5)) note(after(read, 6 * minute))
  const decidedAt = atWork(chance, after(meeting, chance.between(2, 30) * hour))
  if (chance.is(0.72) && decide(chance.is(0.6) ? 'approved' : 'rejected', decidedAt) && chance.is(0.6))
    note(after(decidedAt, 5 * minute))
  return changes
}
