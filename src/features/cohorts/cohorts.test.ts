import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Running, startServer } from '../../../tests/support/server.ts'
import type { CohortReport } from './rules.ts'

let server: Running

beforeAll(async () => {
  server = await startServer({ DECISION_HOLD_S: '60' })
  const [approved, rejected] = [(await server.apply()).path, (await server.apply()).path, await server.apply()]
  await server.decide(approved, 'pitch', 'approved')
  await server.decide(rejected, 'rejected')
})
afterAll(() => server.remove())

it('reports each cohort: the late one with a late link is on time', async () => {
  const email = 'late.link@example.in'
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const made = await server.call('/api/late-links', 'POST', { email, cohort: 'cohort-6', until })
  const late = new URL(made.body.link).searchParams.get('late')
  const origin = { first: { source: 'alumni' } }
  const { path } = await server.apply('Accelerator', { origin, email, cohortPreference: 'cohort-6', late })
  for (const { id: criterion } of (await server.call('/api/rubrics')).body.rubrics.Accelerator.criteria)
    expect((await server.call(`${path}/scores`, 'PUT', { criterion, score: 4, seen: null })).status).toBe(200)
  const cohorts: readonly CohortReport[] = (await server.call('/api/cohorts')).body.cohorts
  expect(cohorts.map(({ cohort, received }) => [cohort, received])).toEqual([
    ['cohort-5', 0],
    ['cohort-6', 4],
    ['cohort-7', 0],
  ])
  expect(cohorts[1]).toMatchObject({
    onTime: 1,
    byStatus: { pending: 2, approved: 1, rejected: 1, pitch: 0 },
    invited: 1,
    answered: 2,
    answeredInTime: 2,
    scored: 1,
    medianScore: 4,
    sources: [
      { kind: 'named', name: 'alumni', first: 1 },
      { kind: 'unknown', first: 3 },
    ],
  })
  expect(cohorts[1]?.questions.map(({ question }) => question)).toEqual(['Industry'])
  expect((await fetch(`${server.url}/api/cohorts`)).status).toBe(401)
})
