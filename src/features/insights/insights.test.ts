import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Running, startServer } from '../../../tests/support/server.ts'
import { dayAfter, dayOf } from '../../shared/dates.ts'
import type { Insights } from './rules.ts'

let server: Running
let today: string

const insights = async (query = ''): Promise<Insights> => {
  const { status, body } = await server.call(`/api/insights?${query}`)
  expect(status).toBe(200)
  return body.insights
}

beforeAll(async () => {
  server = await startServer({ DECISION_HOLD_S: '60' })
  const [approved, rejected] = [(await server.apply()).path, (await server.apply()).path, await server.apply()]
  const [invited, deleted] = [(await server.apply('Contact')).path, (await server.apply('Contact')).path]
  await server.decide(approved, 'pitch', 'approved')
  await server.decide(rejected, 'rejected')
  await server.decide(invited, 'pitch')
  expect((await server.call(deleted, 'DELETE')).status).toBe(200)
  today = dayOf(new Date())
})
afterAll(() => server.remove())

describe('insights', () => {
  it('count submissions, outcomes and pending ones, and no deleted ones', async () => {
    const response = await insights()
    expect(response).toMatchObject({ to: today, step: 'day' })
    expect(response.overTime.reduce((sum, { counts }) => sum + counts.Accelerator, 0)).toBe(3)
    expect(response.overTime.reduce((sum, { counts }) => sum + counts.Contact, 0)).toBe(1)
    expect(response.outcomes).toEqual({
      submitted: 4,
      pending: 1,
      pitch: 1,
      approved: { direct: 0, pitched: 1 },
      rejected: { direct: 1, pitched: 0 },
    })
    expect(response.decisions.all?.count).toBe(3)
    expect(Object.keys(response.decisions.byForm)).toEqual(['Accelerator', 'Contact'])
    expect(response.waiting.map(({ count, late }) => [count, late])).toEqual([[1, 0], ...Array(5).fill([0, 0])])
    expect(Date.parse(response.oldest ?? '')).toBeGreaterThan(Date.now() - 600_000)
  })

  it('are limited to one form on request', async () => {
    const response = await insights(`form_type=Contact&from=${dayAfter(today, -6)}&to=${today}`)
    expect([response.from, response.overTime.length]).toEqual([dayAfter(today, -6), 7])
    expect(response.outcomes).toMatchObject({ submitted: 1, pending: 0, pitch: 1 })
  })

  it('of a range before the first application are empty except for the queue', async () => {
    const response = await insights('from=2020-01-01&to=2020-12-31')
    expect([response.step, response.overTime.length, response.outcomes.submitted]).toEqual(['month', 12, 0])
    expect(response.decisions).toEqual({ all: null, byForm: {} })
    expect(response.waiting[0]?.count).toBe(1)
  })

  it.each([
    ['from=yesterday', ['from']],
    ['from=2026-02-30', ['from']],
    ['from=1999-12-31', ['from']],
    ['to=2026', ['to']],
    ['to=2999-01-01', ['to']],
    ['from=2026-02-01&to=2026-01-01', ['to']],
    ['form_type=no', ['form_type']],
  ])('refuse %s', async (query, named) => {
    const { status, body } = await server.call(`/api/insights?${query}`)
    expect([status, body.code, Object.keys(body.details)]).toEqual([400, 'FORM_VALIDATION_FAILED', named])
  })
})
