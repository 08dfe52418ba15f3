import { expect, test } from 'vitest'
import type { MessageRecord } from '../../api/responses.ts'
import { timeline } from './timeline.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 5, 4, minute)).toISOString()
const noted = (minute: number, from: string, to: string, by = 'a') => ({ at: at(minute), by, event: { what: 'noted', from, to } })
const message = (minute: number, sent: number | null): MessageRecord =>
  ({ id: 'm', due_at: at(minute), sent_at: sent === null ? null : at(sent) }) as MessageRecord

test('entries and messages are sorted together, a message by its sent or due time', () => {
  const history = [
    { at: at(0), by: 'applicant', event: { what: 'submitted' } },
    { at: at(9), by: 'a', event: { what: 'moved' } },
  ]
  const moments = timeline({ history, messages: [message(12, null), message(1, 5)] })
  expect(moments.map((entry) => [entry.kind, entry.at])).toEqual([
    ['entry', at(0)],
    ['message', at(5)],
    ['entry', at(9)],
    ['message', at(12)],
  ])
})

test('saves of one edit are joined; those of another person or another hour are not', () => {
  const history = [noted(0, '', 'a'), noted(1, 'a', 'a b'), noted(2, 'a b', 'a b c', 'b'), noted(30, 'a b c', 'd', 'b')]
  expect(timeline({ history }).map((entry) => entry.kind === 'entry' && [entry.event.from, entry.event.to])).toEqual([
    ['', 'a b'],
    ['a b', 'a b c'],
    ['a b c', 'd'],
  ])
})
