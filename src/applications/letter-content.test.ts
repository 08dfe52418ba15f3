import { expect, it } from 'vitest'
import type { Event, HistoryEntry } from './history.ts'
import { contentOf } from './letter-content.ts'
import type { Letter, TemplateLetter } from './outbox.ts'

const rejected = { what: 'moved', from: 'pending', to: 'rejected' } as const
const undone = { what: 'undone', undid: 'moved', from: 'rejected', to: 'pending' } as const

const history = (...events: readonly Event[]): readonly HistoryEntry[] =>
  [{ what: 'submitted' } as const, ...events].map((event) => ({ at: new Date(0), by: 'admin@kolam.example', event }))

const content = (
  events: readonly Event[],
  revision: number,
  letter: Letter = 'rejection',
  earlier: Partial<TemplateLetter> = {},
) => {
  const {
    letter: _,
    applicationId: __,
    ...inserted
  } = contentOf({ payload: { letter, applicationId: 'a', ...earlier }, revision }, history(...events)) as TemplateLetter
  return inserted
}

it('is what the reviewer wrote with the decision, or in its last edit', () => {
  const decided = { ...rejected, reason: 'Too early.', sentence: 'Write in May.' }
  const edit = (sentence: string, about = 1) => ({ what: 'letter_edited', letter: 'rejection', about, sentence }) as const
  expect(content([decided], 1)).toEqual({ reason: 'Too early.', sentence: 'Write in May.' })
  expect(content([decided, edit('June.'), edit('July.')], 1)).toEqual({ sentence: 'July.' })
})

it('is never that of another decision', () => {
  const events = [
    { ...rejected, sentence: 'First.' },
    { what: 'letter_edited', letter: 'rejection', about: 1, sentence: 'First, edited.' },
    undone,
    { ...rejected, sentence: 'Second.' },
  ] as const
  expect(content(events, 1)).toEqual({ sentence: 'First, edited.' })
  expect(content(events, 4)).toEqual({ sentence: 'Second.' })
})

it('is that of a delay, with its day, and of a request, also in its reminder', () => {
  const until = '2026-01-20T18:30:00.000Z'
  const delayed = { what: 'delayed', from: '2026-01-16T18:30:00.000Z', until, sentence: 'We are two this week.' } as const
  expect(content([delayed], 1, 'delay')).toEqual({ sentence: 'We are two this week.', until })
  const requested = { what: 'requested', text: 'Your deck?', kind: 'file' } as const
  expect(content([requested], 1, 'request_reminder')).toEqual({ sentence: 'Your deck?', request: 1 })
  expect(content([requested], 0, 'confirmation')).toEqual({})
})

it('stays in entries from before 28 Nov 2026', () => {
  const edit = { what: 'letter_edited', letter: 'rejection', sentence: 'Edited.' } as const
  expect(content([{ ...rejected, sentence: 'First.' }, edit], 1, 'rejection', { sentence: 'Edited.' })).toEqual({
    sentence: 'Edited.',
  })
  expect(
    content(
      [
        { ...rejected, sentence: 'First.' },
        { what: 'letter_edited', letter: 'rejection' },
      ],
      1,
    ),
  ).toEqual({})
  const later = [{ ...rejected }, edit, undone, { ...rejected, sentence: 'Second.' }] as const
  expect(content(later, 4)).toEqual({ sentence: 'Second.' })
})
