import { expect, it } from 'vitest'
import type { Event } from '../history.ts'
import { type ReportKind, reportKinds } from '../outbox.ts'
import { outgoing } from './outgoing.ts'

const at = new Date('2026-01-05T04:30:00Z')
const reports = (event: Event, revision = 4, chosen: readonly ReportKind[] = reportKinds) =>
  outgoing({ id: 'a', revision }, { at, event }, { spreadsheet: 'none', holdS: 10, reports: () => ({ hook: chosen }) })
    .outbox.filter(({ topic }) => topic === 'report')
    .map(({ payload, key, dueAt }) => ({ ...payload, key, s: (dueAt.getTime() - at.getTime()) / 1000 }))

it('reports arrivals, decisions after their hold, and changes of what programs read', () => {
  const moved = { what: 'moved', from: 'pending', to: 'approved' } as const
  const base = { to: 'hook', applicationId: 'a', revision: 5 }
  expect(reports({ what: 'submitted' }, 0)).toEqual([
    { ...base, revision: 1, event: 'received', what: 'submitted', key: 'a:report:hook:received', s: 0 },
  ])
  expect(reports({ what: 'released' })).toMatchObject([{ event: 'received', what: 'released', key: 'a:report:hook:received' }])
  expect(reports(moved)).toEqual([{ ...base, event: 'decided', what: 'moved', key: 'a:report:hook:4', s: 10 }])
  expect(reports({ ...moved, letter: 'none' })).toMatchObject([{ event: 'decided', s: 10 }])
  const changed: readonly Event[] = [
    { what: 'answers_changed', fields: ['website'] },
    { what: 'withdrawn', letters: [] },
    { what: 'returned' },
    { what: 'readdressed', from: 'x@y.example', to: 'z@y.example' },
    { what: 'request_answered', request: 3 },
    { what: 'noted', from: '', to: 'Strong' },
    { what: 'meeting_set', from: null, to: '2026-02-01T10:00:00.000Z' },
    { what: 'starred', from: false, to: true },
    { what: 'scored', criterion: 'team', name: 'Team', from: null, to: 3 },
    { what: 'undone', undid: 'starred', from: true, to: false },
  ]
  expect(changed.flatMap((event) => reports(event))).toEqual(
    changed.map((event) => ({
      ...{ ...base, event: 'changed', key: 'a:report:hook:4', s: 0 },
      what: event.what === 'undone' ? event.undid : event.what,
    })),
  )
})

it('reports nothing of a quarantine, a deletion, an undo, or when nobody reports', () => {
  const silent: readonly Event[] = [
    { what: 'submitted', quarantined: ['link'] },
    { what: 'answers_changed', fields: ['website'], quarantined: true },
    { what: 'deleted' },
    { what: 'undone', undid: 'deleted', from: 'pending', to: 'pending' },
    { what: 'undone', undid: 'moved', from: 'approved', to: 'pending' },
    { what: 'written', subject: 'Hello' },
    { what: 'letters_stopped' },
  ]
  expect(silent.flatMap((event) => reports(event))).toEqual([])
  expect(reports({ what: 'returned' }, 4, ['received', 'decided'])).toEqual([])
  expect(
    outgoing({ id: 'a', revision: 4 }, { at, event: { what: 'returned' } }, { spreadsheet: 'none', holdS: 10 }).outbox,
  ).toEqual([])
})
