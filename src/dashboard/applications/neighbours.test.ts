import { expect, test } from 'vitest'
import type { ApplicationRecord } from '../../api/responses.ts'
import { neighboursAt, nextPending } from './neighbours.ts'

const record = (id: string, status: ApplicationRecord['status'] = 'pending') => ({ id, status }) as ApplicationRecord
const records = [record('a'), record('b', 'approved'), record('c')]
const list = { records, total: 42, capped: false, status: 'pending' } as const

test('the position and neighbours of an application', () => {
  expect(neighboursAt(list, 0, false)).toEqual({
    record: records[0],
    next: records[1],
    previous: undefined,
    position: '1 of 42 pending',
  })
  expect(neighboursAt({ ...list, total: 1000, capped: true, status: undefined }, 2, false)).toEqual({
    record: records[2],
    next: undefined,
    previous: records[1],
    position: '3 of 1,000+',
  })
})

test('an application that left the list keeps its position; an unknown one has none', () => {
  expect(neighboursAt(list, 1, true)).toEqual({ record: undefined, next: records[1], previous: records[0], position: '' })
  expect(neighboursAt(list, -1, true)).toEqual({ record: undefined, next: undefined, previous: undefined, position: '' })
})

test('the next pending application is below, or else the first', () => {
  expect(nextPending(records, 'a')?.id).toBe('c')
  expect(nextPending(records, 'c')?.id).toBe('a')
  expect(nextPending([record('a')], 'a')).toBeUndefined()
  expect(nextPending(records, 'elsewhere')?.id).toBe('a')
})
