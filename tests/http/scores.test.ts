import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { missedCohort } from '../../src/content/cohorts.ts'
import { cohorts } from '../../src/content/core.ts'
import { answers } from '../support/answers.ts'
import { type Running, startServer } from '../support/server.ts'

let server: Running

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

const score = (path: string, criterion: string, value: unknown, seen?: unknown) =>
  server.call(`${path}/scores`, 'PUT', { criterion, score: value, seen })

describe('a score', () => {
  it('is stored, returned with the application and the list, changed and cleared', async () => {
    const { id, path } = await server.apply()
    const before = (await server.call(path)).body
    expect([before.application.scores, before.application.revision]).toEqual([{}, 0])
    expect((await score(path, 'team', 4)).body).toMatchObject({
      success: true,
      application: { scores: { team: 4 }, revision: 1 },
    })
    expect((await score(path, 'problem', 2)).body.application.scores).toEqual({ team: 4, problem: 2 })
    expect((await score(path, 'team', 4)).body.application.revision).toBe(2)
    const { body } = await server.call('/api/applications?limit=200')
    const listed = body.applications.find((record: { id: string }) => record.id === id)
    expect(listed).toEqual({ ...before.application, scores: { team: 4, problem: 2 }, revision: 2 })
    expect((await score(path, 'team', null)).body.application.scores).toEqual({ problem: 2 })
    const { history } = (await server.call(path)).body
    const late = missedCohort(cohorts, answers('Accelerator').cohortPreference, new Date())
    expect(history.map((entry: { event: unknown }) => entry.event)).toEqual([
      { what: 'submitted', ...(late !== undefined && { late }) },
      { what: 'scored', criterion: 'team', name: 'Team', from: null, to: 4 },
      { what: 'scored', criterion: 'problem', name: 'Problem', from: null, to: 2 },
      { what: 'scored', criterion: 'team', name: 'Team', from: 4, to: null },
    ])
  })

  it('from two windows is saved once; the other window gets the current score', async () => {
    const { path } = await server.apply()
    await score(path, 'team', 5, null)
    const late = await score(path, 'team', 2, null)
    expect([late.status, late.body.code, late.body.error]).toEqual([409, 'CONFLICT', 'Team was scored 5 in another window.'])
    expect((await score(path, 'team', 2, 5)).body.application.scores).toEqual({ team: 2 })
  })

  it('of every criterion at once is saved for each', async () => {
    const { criteria } = (await server.call('/api/rubrics')).body.rubrics.Accelerator
    for (let round = 0; round < 10; round += 1) {
      const { path } = await server.apply()
      const answered = await Promise.all(criteria.map(({ id }: { id: string }) => score(path, id, 3, null)))
      expect(answered.map(({ status, body }) => body.error ?? status)).toEqual(criteria.map(() => 200))
    }
  })

  it.each([
    [{ criterion: 'team', score: 0 }, 'score'],
    [{ criterion: 'team', score: 6 }, 'score'],
    [{ criterion: 'team', score: 2.5 }, 'score'],
    [{ criterion: 'team', score: '4' }, 'score'],
    [{ criterion: 'team' }, 'score'],
    [{ score: 3 }, 'criterion'],
    [{ criterion: 'nothing', score: 3 }, 'criterion'],
    [{ criterion: 'constructor', score: 3 }, 'criterion'],
    [{ criterion: 'team', score: 3, seen: 9 }, 'seen'],
  ])('%j is refused, naming the field', async (body, field) => {
    const { path } = await server.apply()
    const response = await server.call(`${path}/scores`, 'PUT', body)
    expect([response.status, response.body.code, Object.keys(response.body.details)]).toEqual([
      400,
      'FORM_VALIDATION_FAILED',
      [field],
    ])
    expect((await server.call(path)).body.history).toHaveLength(1)
  })

  it('of an unknown application is not found', async () =>
    expect((await score('/api/applications/nothing', 'team', 3)).status).toBe(404))
})

describe('a rubric', () => {
  it('has criteria for the programmes and none for messages', async () => {
    const { rubrics } = (await server.call('/api/rubrics')).body
    expect(rubrics.Accelerator.criteria.map((criterion: { id: string }) => criterion.id)).toEqual([
      'team',
      'problem',
      'traction',
      'market',
      'edge',
      'fit',
    ])
    expect(rubrics.Contact).toEqual({ criteria: [], revision: 0 })
  })

  it('that was changed still has its default in the response, for a reset', async () => {
    const before = (await server.call('/api/rubrics')).body
    const criteria = [{ id: 'gap', name: 'Gap', weight: 1 }]
    await server.call('/api/rubrics/ServiceProvider', 'PUT', { criteria, revision: 0 })
    const { rubrics, defaults } = (await server.call('/api/rubrics')).body
    expect(rubrics.ServiceProvider.criteria.map((criterion: { name: string }) => criterion.name)).toEqual(['Gap'])
    expect(defaults).toEqual(before.defaults)
    expect(defaults.ServiceProvider).toEqual(before.rubrics.ServiceProvider.criteria)
  })

  it('replaces the default when the admin saves it over the revision that was read', async () => {
    const criteria = [
      { name: 'Kindness to customers', guidance: 'How do they speak of them?', low: 'Coldly', high: 'Warmly', weight: 2 },
      { id: 'team', name: 'People', weight: 1 },
    ]
    const saved = await server.call('/api/rubrics/startup-studio', 'PUT', { criteria, revision: 0 })
    expect([saved.status, saved.body.rubric]).toEqual([
      200,
      {
        criteria: [
          { id: 'kindness-to-customers', ...criteria[0] },
          { id: 'team', name: 'People', guidance: '', low: '', high: '', weight: 1 },
        ],
        revision: 1,
      },
    ])
    expect((await server.call('/api/rubrics')).body.rubrics.StartupStudio).toEqual(saved.body.rubric)
    expect(await server.call('/api/rubrics/StartupStudio', 'PUT', { criteria: [], revision: 0 })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    const { path } = await server.apply('StartupStudio')
    expect((await score(path, 'kindness-to-customers', 5)).status).toBe(200)
    expect((await score(path, 'buildable', 5)).status).toBe(400)
  })

  it.each([
    ['no list', 'criteria'],
    [Array.from({ length: 13 }, (_, n) => ({ name: `C ${n}` })), 'criteria'],
    [
      [
        { id: 'a', name: 'A' },
        { id: 'a', name: 'B' },
      ],
      'criteria',
    ],
    [[{ name: '' }], 'criteria.0.name'],
    [[{ name: 'x'.repeat(61) }], 'criteria.0.name'],
    [[{ name: 'A' }, { name: 'a' }], 'criteria.1.name'],
    [[{ name: 'A', weight: 0 }], 'criteria.0.weight'],
    [[{ name: 'A', weight: 1.5 }], 'criteria.0.weight'],
    [[{ name: 'A', guidance: 7 }], 'criteria.0.guidance'],
    [[{ id: 'Not an id', name: 'A' }], 'criteria.0.id'],
    [[null], 'criteria.0.name'],
  ])('%j is refused', async (criteria, field) => {
    const response = await server.call('/api/rubrics/FundRaise', 'PUT', { criteria, revision: 0 })
    expect([response.status, Object.keys(response.body.details)]).toEqual([400, [field]])
    expect((await server.call('/api/rubrics')).body.rubrics.FundRaise.revision).toBe(0)
  })

  it('of an unknown form is not found; without its revision it is refused', async () => {
    expect((await server.call('/api/rubrics/nothing', 'PUT', { criteria: [], revision: 0 })).status).toBe(404)
    expect((await server.call('/api/rubrics/FundRaise', 'PUT', { criteria: [] })).status).toBe(400)
  })
})
