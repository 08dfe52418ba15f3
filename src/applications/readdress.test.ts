import { expect, it } from 'vitest'
import type { Application } from './application.ts'
import type { HistoryEntry } from './history.ts'
import { addressAt } from './history.ts'
import type { Letter, OutboxEntry } from './outbox.ts'
import { readdress } from './readdress.ts'

const at = (s: number): Date => new Date(Date.UTC(2026, 0, 15) + s * 1000)
const application = { id: 'a', applicantEmail: 'nila@gmial.example', revision: 3 } as Application
const delivery = { spreadsheet: 'none', holdS: 10 } as const
const by = 'meena@kolam.example'

const entry = (id: string, letter: Letter, state: OutboxEntry['state'], failingSince: Date | null = null): OutboxEntry => ({
  topic: 'mail.letter',
  payload: { letter, applicationId: 'a' },
  key: `a:${letter}`,
  applicationId: 'a',
  dueAt: at(0),
  revision: 0,
  id,
  state,
  attempts: 1,
  createdAt: at(0),
  sentAt: state === 'sent' ? at(1) : null,
  lastFault: '',
  failingSince,
  fence: 1,
})

it('queues parked and failing letters again, but not those on hold', () => {
  const change = readdress(
    application,
    'nila@gmail.example',
    [
      entry('1', 'confirmation', 'sent'),
      entry('2', 'pitch_invitation', 'parked', at(2)),
      entry('3', 'approval', 'waiting', at(3)),
      entry('4', 'after_meeting_rejection', 'waiting'),
      entry('5', 'rejection', 'cancelled', at(4)),
      { ...entry('6', 'rejection', 'parked', at(4)), topic: 'sheet.row', payload: { applicationId: 'a' } } as OutboxEntry,
    ],
    [],
    { by, at: at(9), delivery },
  )
  expect(change.application).toEqual({ ...application, applicantEmail: 'nila@gmail.example', lettersStoppedAt: null })
  expect(change.entry).toEqual({
    at: at(9),
    by,
    event: { what: 'readdressed', from: 'nila@gmial.example', to: 'nila@gmail.example' },
  })
  expect(change.outbox).toEqual([
    {
      topic: 'mail.letter',
      payload: { letter: 'pitch_invitation', applicationId: 'a' },
      key: 'a:pitch_invitation:0:3',
      applicationId: 'a',
      dueAt: at(9),
      revision: 0,
    },
    {
      topic: 'mail.letter',
      payload: { letter: 'approval', applicationId: 'a' },
      key: 'a:approval:0:3',
      applicationId: 'a',
      dueAt: at(9),
      revision: 0,
    },
  ])
  expect(change.cancels).toEqual(['2', '3'])
})

it('sends a sent letter again only if requested, and only once', () => {
  const sent = [entry('1', 'confirmation', 'sent'), entry('2', 'rejection', 'sent')]
  expect(readdress(application, 'x@y.example', sent, ['confirmation', 'approval'], { by, at: at(9), delivery }).outbox).toEqual([
    {
      topic: 'mail.letter',
      payload: { letter: 'confirmation', applicationId: 'a' },
      key: 'a:confirmation:0:3',
      applicationId: 'a',
      dueAt: at(9),
      revision: 0,
    },
  ])
  const waiting = [entry('1', 'confirmation', 'sent'), { ...entry('3', 'confirmation', 'waiting'), key: 'again' }]
  expect(readdress(application, 'x@y.example', waiting, ['confirmation'], { by, at: at(9), delivery }).outbox).toEqual([])
})

it('returns the address at a moment', () => {
  const corrected = (s: number, from: string, to: string): HistoryEntry => ({
    at: at(s),
    by,
    event: { what: 'readdressed', from, to },
  })
  const history = [corrected(10, 'one', 'two'), corrected(20, 'two', 'three')]
  expect([5, 10, 15, 25].map((s) => addressAt('three', history, at(s)))).toEqual(['one', 'two', 'two', 'three'])
  expect(addressAt('three', [], at(5))).toBe('three')
})
