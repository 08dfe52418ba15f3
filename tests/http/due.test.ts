import { afterEach, beforeEach, expect, it } from 'vitest'
import { rubrics } from '../../src/content/core.ts'
import { day, hour, second } from '../../src/shared/dates.ts'
import type { FormType } from '../../src/shared/form-types.ts'
import { type App, openApp } from '../support/app.ts'

// Monday, 5 January 2026, 10:00 in India
let app: App

beforeEach(async () => {
  app = await openApp()
})
afterEach(() => app.remove())

/** Submits an application, one second after the previous one. */
async function apply(type: FormType, more: Record<string, unknown> = {}): Promise<string> {
  app.clock.ms += second
  return (await app.apply(type, more)).id
}

const search = async (query: string): Promise<readonly string[]> => {
  const { status, body } = await app.call(`/api/applications?${query}`)
  expect([status, body.total]).toEqual([200, body.applications?.length])
  return body.applications.map(({ id }: { id: string }) => id)
}

it('an application is due as its form promises, over a weekend and a holiday', async () => {
  // Wednesday, 14 January. The 15th and the 16th are holidays.
  app.clock.ms += 9 * day
  const due = async (type: FormType): Promise<string> =>
    (await app.call(`/api/applications/${await apply(type)}`)).body.application.due_at
  expect(await due('Contact')).toBe('2026-01-15T04:30:01.000Z')
  expect(await due('Accelerator')).toBe('2026-01-21T18:29:59.999Z')
  expect(await due('AccelerationAsService')).toBe('2026-01-20T18:29:59.999Z')
  expect(await due('Investor')).toBe('2026-01-21T18:29:59.999Z')
})

it('lists applications by due moment, and finds those due today, this week, and late', async () => {
  const accelerator = await apply('Accelerator')
  const contact = await apply('Contact', { message: 'zeppelin' })
  const inquiry = await apply('AccelerationAsService')
  const answered = await apply('Contact')
  await app.call(`/api/applications/${answered}`, 'PATCH', { status: 'approved', letter: 'none' })
  expect(await search('order=due')).toEqual([contact, inquiry, accelerator, answered])
  expect(await search('')).toEqual([answered, inquiry, contact, accelerator])
  expect(await search('q=due:today')).toEqual([])
  app.clock.ms += day - hour - 10 * second
  expect(await search('q=due:today')).toEqual([contact])
  expect(await search('q=due:week')).toEqual([contact, inquiry, accelerator])
  expect(await search('q=is:late')).toEqual([])
  app.clock.ms += hour + 10 * second
  expect(await search('q=is:late')).toEqual([contact])
  expect(await search('q=is:late+zeppelin')).toEqual([contact])
  expect(await search('q=is:late+form:accelerator')).toEqual([])
  expect((await app.call('/api/stats')).body.due).toEqual({ late: 1, today: 1, answered: 0 })
  app.clock.ms += 2 * day
  expect(await search('q=is:late')).toEqual([contact, inquiry])
  expect((await app.call('/api/stats')).body.due).toEqual({ late: 2, today: 0, answered: 0 })
})

it('lists by total score, recomputed after a change of the rubric', async () => {
  const [low, high, part] = [await apply('Contact'), await apply('Contact'), await apply('Contact')]
  const criteria = (fit: number) => [
    { id: 'fit', name: 'Fit', weight: fit },
    { id: 'need', name: 'Need', weight: 1 },
  ]
  const score = (id: string, criterion: string, value: number | null) =>
    app.call(`/api/applications/${id}/scores`, 'PUT', { criterion, score: value })
  await app.call('/api/rubrics/Contact', 'PUT', { criteria: criteria(1), revision: 0 })
  for (const [id, fit, need] of [
    [low, 2, 5],
    [high, 4, 4],
  ] as const) {
    await score(id, 'fit', fit)
    await score(id, 'need', need)
  }
  await score(part, 'fit', 5)
  expect(await search('order=score')).toEqual([high, low, part])
  await score(high, 'need', null)
  expect(await search('order=score')).toEqual([low, part, high])
  await app.call(`/api/applications/${high}/undo`, 'POST', { revision: 3 })
  expect(await search('order=score')).toEqual([high, low, part])
  const need = [{ id: 'need', name: 'Need', weight: 1 }]
  await app.call('/api/rubrics/Contact', 'PUT', { criteria: need, revision: 1 })
  expect(await search('order=score')).toEqual([low, high, part])
})

it('totals follow a change of the rubric in the content after a restart', async () => {
  const id = await apply('Accelerator')
  await app.storage.settings.put('totals:Accelerator', [], 0)
  const stored = await app.storage.applications.byId(id)
  const scored = Object.fromEntries(rubrics.Accelerator.map(({ id: criterion }) => [criterion, 4]))
  if (stored === undefined) throw new Error('the application is not stored')
  const entry = { at: new Date(app.clock.ms), by: 'a', event: { what: 'noted', from: '', to: '' } } as const
  await app.storage.applications.save({ application: { ...stored, scores: scored, total: 1 }, entry, outbox: [] })
  const total = async () => (await app.storage.applications.byId(id))?.total
  await app.chore('totals')
  expect(await total()).toBe(4)
  // One that was read before, and is saved after the computation.
  const read = { ...stored, scores: scored, total: 1, revision: stored.revision + 1 }
  await app.storage.applications.save({ application: read, entry, outbox: [] })
  expect(await total()).toBe(1)
  await app.chore('totals')
  expect(await total()).toBe(4)
})

it('refuses an unknown order', async () => {
  const { status, body } = await app.call('/api/applications?order=name')
  expect([status, body.details]).toEqual([400, { order: 'The order must be one of date, due, score' }])
})
