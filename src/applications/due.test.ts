import { describe, expect, it } from 'vitest'
import { dueSpan, dueText } from './due.ts'

const now = new Date('2026-11-25T05:00:00Z') // Wednesday, 10:30 in India
const span = (filter: Parameters<typeof dueSpan>[0]): readonly (string | undefined)[] | undefined => {
  const read = dueSpan(filter, now)
  return read && [read.from?.toISOString(), read.until?.toISOString()]
}

describe('the span of a due filter', () => {
  it('is a day in India, seven days, or everything before now', () => {
    expect(span({ due: 'today' })).toEqual(['2026-11-24T18:30:00.000Z', '2026-11-25T18:30:00.000Z'])
    expect(span({ due: 'week' })).toEqual(['2026-11-24T18:30:00.000Z', '2026-12-01T18:30:00.000Z'])
    expect(span({ late: true })).toEqual([undefined, now.toISOString()])
    expect(span({ late: true, due: 'today' })).toEqual(['2026-11-24T18:30:00.000Z', now.toISOString()])
    expect(span({})).toBeUndefined()
  })
})

it.each([
  ['2026-11-25T10:50:00.000Z', 'due today, 16:20'],
  ['2026-11-25T18:29:59.999Z', 'due today'],
  ['2026-11-26T18:29:59.999Z', 'due tomorrow'],
  ['2026-11-27T18:29:59.999Z', 'due Friday'],
  ['2026-12-04T18:29:59.999Z', 'due 4 Dec 2026'],
  ['2026-11-25T04:59:59.000Z', '1 minute late'],
  ['2026-11-25T04:20:00.000Z', '40 minutes late'],
  ['2026-11-25T01:30:00.000Z', '3 hours late'],
  ['2026-11-24T18:29:59.999Z', '10 hours late'],
  ['2026-11-24T10:00:00.000Z', '1 day late'],
  ['2026-11-23T18:29:59.999Z', '2 days late'],
])('describes %s as: %s', (dueAt, text) => {
  expect(dueText(new Date(dueAt), now)).toBe(text)
})
