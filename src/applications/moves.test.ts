import { describe, expect, it } from 'vitest'
import { submission } from '../../tests/support/submissions.ts'
import type { Application } from './application.ts'
import { isStatus, type Status, statuses } from './application.ts'
import { mayMove, move } from './moves.ts'

const hold = (holdS: number) => ({ spreadsheet: 'none', holdS }) as const

const submittedAt = new Date('2025-11-01T04:30:00Z')
const at = new Date('2025-11-03T06:00:00Z')
const by = 'admin@example.in'

const person = { applicantName: 'Kavya R', applicantEmail: 'kavya@example.in', companyName: 'Tamarind Trace' }
const inStatus = (status: Status): Application =>
  submission({ id: '019a', ...person, status, submittedAt, notes: 'Good references', meetingAt: submittedAt, revision: 3 }).change
    .application

/** Every allowed move and its letter. All others are refused. */
const allowed = [
  ['pending', 'approved', 'approval'],
  ['pending', 'rejected', 'rejection'],
  ['pending', 'pitch', 'pitch_invitation'],
  ['pitch', 'approved', 'after_meeting_approval'],
  ['pitch', 'rejected', 'after_meeting_rejection'],
] as const

const refused = statuses.flatMap((from) =>
  statuses.filter((to) => !allowed.some(([a, b]) => a === from && b === to)).map((to) => [from, to] as const),
)

describe('move', () => {
  it.each(allowed)('from %s to %s: status, history and one %s letter after the hold', (from, to, letter) => {
    const application = inStatus(from)
    const before = structuredClone(application)
    expect(mayMove(from, to)).toBe(true)
    expect(move(application, to, [], { by, at, delivery: hold(10) })).toEqual({
      ok: true,
      value: {
        application: { ...application, status: to, reviewedAt: at, reviewedBy: 'admin@example.in' },
        entry: { at, by: 'admin@example.in', event: { what: 'moved', from, to } },
        outbox: [
          {
            topic: 'mail.letter',
            payload: { letter, applicationId: '019a' },
            key: `019a:${letter}:3`,
            applicationId: '019a',
            dueAt: new Date('2025-11-03T06:00:10Z'),
          },
        ],
        cancels: [],
      },
    })
    expect(application).toEqual(before)
  })

  it('has eleven refused moves, including those to the same status', () => {
    expect(refused).toHaveLength(11)
  })

  it.each(refused)('from %s to %s is refused', (from, to) => {
    expect(mayMove(from, to)).toBe(false)
    expect(move(inStatus(from), to, [], { by, at, delivery: hold(10) })).toEqual({
      ok: false,
      fault: 'INVALID_STATUS_TRANSITION',
    })
  })

  it('sends the letter immediately if there is no hold', () => {
    const moved = move(inStatus('pending'), 'approved', [], { by, at, delivery: hold(0) })
    expect(moved.ok && moved.value.outbox[0]?.dueAt).toEqual(at)
  })

  it('gives the letter of a decision that is repeated after an undo a new key', () => {
    const key = (revision: number) => {
      const moved = move({ ...inStatus('pending'), revision }, 'approved', [], { by, at, delivery: hold(10) })
      return moved.ok && moved.value.outbox[0]?.key
    }
    expect(key(0)).not.toBe(key(2))
  })
})

describe('isStatus', () => {
  it('accepts only the four statuses', () => {
    expect(statuses.map(isStatus)).toEqual([true, true, true, true])
    for (const word of ['Pending', '', undefined, null, 0, ['pending'], 'toString']) expect(isStatus(word)).toBe(false)
  })
})
