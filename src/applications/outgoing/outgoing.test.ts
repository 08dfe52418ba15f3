import { expect, it } from 'vitest'
import type { Application } from '../application.ts'
import type { Event, HistoryEntry } from '../history.ts'
import { withoutHeld } from '../letter-hold.ts'
import type { OutboxDraft } from '../outbox.ts'
import type { Delivery } from './change.ts'
import { outgoing } from './outgoing.ts'

const at = (s: number): Date => new Date(Date.UTC(2026, 0, 15) + s * 1000)
const brief = ({ topic, key, dueAt }: OutboxDraft) => `${topic} ${key} ${(dueAt.getTime() - at(0).getTime()) / 1000}`
const sent = (event: Event, spreadsheet: Delivery['spreadsheet']) =>
  outgoing({ id: 'a', revision: 3 }, { at: at(0), event }, { spreadsheet, holdS: 10 }, { confirms: true }).outbox.map(brief)

const noted = { from: '', to: 'x' } as const
const scored = { criterion: 'team', name: 'Team', from: null, to: 4 } as const

/** The outbox entries of each kind of change: without a spreadsheet, and the additional ones with a mirror. */
const kinds: readonly (readonly [Event, readonly string[], readonly string[]])[] = [
  [{ what: 'submitted' }, ['mail.letter a:confirmation 0'], ['sheet.row a:row 0']],
  [{ what: 'moved', from: 'pending', to: 'approved' }, ['mail.letter a:approval:3 10'], ['sheet.row a:row:3 10']],
  [{ what: 'noted', ...noted }, [], ['sheet.row a:row:3 0']],
  [{ what: 'meeting_set', from: null, to: null }, [], ['sheet.row a:row:3 0']],
  [{ what: 'readdressed', from: 'a@b.in', to: 'c@d.in' }, [], ['sheet.row a:row:3 0']],
  [{ what: 'scored', ...scored }, [], []],
  [{ what: 'written', subject: 'Hello' }, ['mail.letter a:written:3 10'], []],
  [
    { what: 'deleted' },
    [],
    [`sheet.removal a:removal:3:${at(0).getTime()} 10`, `sheet.removal a:removal:3:${at(0).getTime()}:again 610`],
  ],
  [{ what: 'undone', undid: 'deleted', from: 'pending', to: 'pending' }, [], ['sheet.row a:row:3 0']],
  [{ what: 'undone', undid: 'moved', from: 'approved', to: 'pending' }, [], ['sheet.row a:row:3 0']],
  [{ what: 'undone', undid: 'noted', ...noted }, [], ['sheet.row a:row:3 0']],
  [{ what: 'undone', undid: 'scored', ...scored }, [], []],
]

it.each(kinds)('%j: outbox entries without a spreadsheet, with a mirror, and with a primary one', (event, always, mirrored) => {
  expect(sent(event, 'none')).toEqual(always)
  expect(sent(event, 'mirror')).toEqual([...always, ...mirrored])
  expect(sent(event, 'primary')).toEqual([...always, ...(event.what === 'submitted' ? mirrored : [])])
})

it('shows outside the desk the state before the first decision on hold', () => {
  const application = { status: 'approved', reviewedAt: at(20), reviewedBy: 'b', notes: 'x' } as Application
  const moved = (s: number, by: string, from: 'pending' | 'pitch', to: 'pitch' | 'approved'): HistoryEntry => ({
    at: at(s),
    by,
    event: { what: 'moved', from, to },
  })
  const history = [moved(5, 'a', 'pending', 'pitch'), moved(20, 'b', 'pitch', 'approved')]
  const shown = (s: number) => withoutHeld(application, history, [], at(s), 10)
  expect(shown(30)).toEqual(application)
  expect(shown(29.999)).toEqual({ status: 'pitch', reviewedAt: at(5), reviewedBy: 'a', notes: 'x' })
  expect(shown(14.999)).toEqual({ status: 'pending', reviewedAt: null, reviewedBy: null, notes: 'x' })
})
