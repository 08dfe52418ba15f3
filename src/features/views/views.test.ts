import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp } from '../../../tests/support/app.ts'
import { type Running, startServer } from '../../../tests/support/server.ts'

let server: Running

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

it('shares views between windows, and refuses to overwrite an unread one', async () => {
  const put = (views: unknown, revision: unknown) => server.call('/api/views', 'PUT', { views, revision })
  expect((await server.call('/api/views')).body).toEqual({ success: true, views: [], revision: 0 })
  const water = { name: ' Water  pitches ', form_type: 'accelerator', status: 'pitch', q: 'water', order: 'due' }
  const savedView = { name: 'Water pitches', form_type: 'Accelerator', status: 'pitch', q: 'water', order: 'due' }
  expect(await put([water], 0)).toEqual({ status: 200, body: { success: true, views: [savedView], revision: 1 } })
  expect(await put([], 0)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect((await server.call('/api/views')).body).toEqual({ success: true, views: [savedView], revision: 1 })
  const details = async (views: unknown) => (await put(views, 1)).body.details
  expect(await details([savedView, { name: 'WATER PITCHES' }])).toEqual({
    'views.1': 'There is already a view with the name “WATER PITCHES”.',
  })
  expect(await details([{ name: ' ' }])).toEqual({ 'views.0': 'Give the view a name.' })
  expect(await details([{ name: 'x', q: 'after:tomorrow' }])).toEqual({
    'views.0': 'after: needs a date, such as after:2026-01-31.',
  })
  expect(await details([{ name: 'x', order: 'lost' }])).toEqual({ 'views.0': 'Unknown order' })
  expect(await details([{ name: 'x', status: 'lost' }])).toEqual({ 'views.0': 'Unknown status' })
  expect(await details('x')).toEqual({ views: 'The views must be a list' })
  for (const revision of ['x', 2 ** 31 - 1])
    expect((await put([savedView], revision)).body.details).toEqual({ revision: 'The revision that was read is required' })
  expect((await fetch(`${server.url}/api/views`)).status).toBe(401)
  expect((await put([], 1)).body).toEqual({ success: true, views: [], revision: 2 })
})

it('shows the others where a search of one cannot be read any more', async () => {
  const app = await openApp()
  try {
    const readable = { name: 'Water', form_type: null, status: null, q: 'water', order: 'date' }
    await app.storage.settings.put('views', [{ ...readable, name: 'Old', q: 'after:tomorrow' }, readable], 0)
    expect((await app.call('/api/views')).body).toMatchObject({ views: [readable], revision: 1 })
  } finally {
    await app.remove()
  }
})
