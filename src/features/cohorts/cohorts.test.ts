import { afterAll, beforeAll, expect, it } from 'vitest'
import { answers, submission } from '../../../tests/support/answers.ts'
import { type Running, startServer } from '../../../tests/support/server.ts'
import type { FormType } from '../../shared/form-types.ts'
import type { CohortReport } from './rules.ts'

let server: Running
let cookie: string

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

beforeAll(async () => {
  server = await startServer({ DECISION_HOLD_S: '60' })
  cookie = await server.signIn()
  const [approved, rejected] = [await apply('Accelerator'), await apply('Accelerator'), await apply('Accelerator')]
  await patch(approved, 'pitch')
  await patch(approved, 'approved')
  await patch(rejected, 'rejected')
})
afterAll(() => server.remove())

it('reports each cohort: the late one with a late link is on time', async () => {
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
