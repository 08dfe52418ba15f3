import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CohortReport } from '../../src/applications/insights/cohorts.ts'
import type { Insights } from '../../src/applications/insights/insights.ts'
import { dayAfter, dayOf } from '../../src/shared/dates.ts'
import type { FormType } from '../../src/shared/form-types.ts'
import { answers, submission } from '../support/answers.ts'
import { type Running, startServer } from '../support/server.ts'

let server: Running
let cookie: string
let today: string

const call = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(server.url + path, { ...init, headers: { cookie, 'content-type': 'application/json' } })

async function apply(type: FormType, origin?: object, more: object = {}): Promise<string> {
  const sent = await fetch(
    `${server.url}/api/submit-application`,
    submission(type, { ...answers(type), ...(origin && { origin }), ...more }),
  )
  expect(sent.status).toBe(201)
  return ((await sent.json()) as { applicationId: string }).applicationId
}
const patch = async (id: string, status: string): Promise<void> => {
  expect((await call(`/api/applications/${id}`, { method: 'PATCH', body: JSON.stringify({ status }) })).status).toBe(200)
}
const insights = async (query = ''): Promise<Insights> => {
  const response = await call(`/api/insights?${query}`)
  expect(response.status).toBe(200)
  return ((await response.json()) as { insights: Insights }).insights
}

beforeAll(async () => {
  server = await startServer({ DECISION_HOLD_S: '60' })
  cookie = await server.signIn()
  const ids = [
    await apply('Accelerator'),
    await apply('Accelerator'),
    await apply('Accelerator'),
    await apply('Contact'),
    await apply('Contact'),
  ] as const
  await patch(ids[0], 'pitch')
  await patch(ids[0], 'approved')
  await patch(ids[1], 'rejected')
  await patch(ids[3], 'pitch')
  expect((await call(`/api/applications/${ids[4]}`, { method: 'DELETE' })).status).toBe(200)
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
    const response = await call(`/api/insights?${query}`)
    const body = (await response.json()) as { code: string; details: object }
    expect([response.status, body.code, Object.keys(body.details)]).toEqual([400, 'FORM_VALIDATION_FAILED', named])
  })

  it('report each cohort: the late one with a late link is on time', async () => {
    const email = 'late.link@example.in'
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const made = await call('/api/late-links', { method: 'POST', body: JSON.stringify({ email, cohort: 'cohort-6', until }) })
    const { link } = (await made.json()) as { link: string }
    const late = new URL(link).searchParams.get('late')
    const id = await apply('Accelerator', { first: { source: 'alumni' } }, { email, cohortPreference: 'cohort-6', late })
    for (const { id: criterion } of (await (await call('/api/rubrics')).json()).rubrics.Accelerator.criteria) {
      const scored = await call(`/api/applications/${id}/scores`, {
        method: 'PUT',
        body: JSON.stringify({ criterion, score: 4, seen: null }),
      })
      expect(scored.status).toBe(200)
    }
    const { cohorts } = (await (await call('/api/cohorts')).json()) as { cohorts: readonly CohortReport[] }
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
})
