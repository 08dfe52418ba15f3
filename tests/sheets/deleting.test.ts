import { afterEach, expect, test } from 'vitest'
import type { Json } from '../support/desk.ts'
import { type Mirroring, mirroring } from '../support/mirroring.ts'
import { until } from '../support/server.ts'

let mirror: Mirroring
afterEach(() => mirror?.close())

test('a server killed within the hold of a deletion removes the row after a restart', async () => {
  mirror = await mirroring({ DECISION_HOLD_S: '3' })
  const { server, rows } = mirror
  const id = await mirror.submit('Nila')
  expect((await server.call(`/api/applications/${id}`, 'DELETE')).status).toBe(200)
  await server.stop('SIGKILL')
  expect(rows()).toMatchObject([{ id }])
  await server.start()
  await until('the row to disappear', () => (rows().length === 0 ? true : undefined), 20_000)
  expect((await server.call(`/api/applications/${id}`)).status).toBe(404)
}, 40_000)

test('a server killed before an append is confirmed still removes the row', async () => {
  let isAnswering = false
  mirror = await mirroring({ DECISION_HOLD_S: '1' }, ({ method, body, query }) => {
    if (method !== 'POST' || isAnswering) return undefined
    mirror.google.post(body, query)
    return 'hang'
  })
  const { server, rows } = mirror
  const id = await mirror.submit('Nila')
  const { messages } = (await server.call(`/api/applications/${id}`)).body
  expect(messages).toMatchObject([{ topic: 'sheet.row', state: 'claimed' }])
  expect((await server.call(`/api/applications/${id}`, 'DELETE')).status).toBe(200)
  await server.stop('SIGKILL')
  isAnswering = true
  await server.start()
  await until('the row to disappear', () => (rows().length === 0 ? true : undefined), 20_000)
}, 40_000)

test('an undone deletion keeps the row, also when the server is killed in between', async () => {
  mirror = await mirroring({ DECISION_HOLD_S: '60' })
  const { server, rows } = mirror
  const id = await mirror.submit('Nila')
  expect((await server.call(`/api/applications/${id}`, 'DELETE')).status).toBe(200)
  await server.stop('SIGKILL')
  await server.start()
  expect((await server.call(`/api/applications/${id}/undo`, 'POST')).status).toBe(200)
  const { messages } = (await server.call(`/api/applications/${id}`)).body
  const removals = messages.filter(({ topic }: Json) => topic === 'sheet.removal')
  expect(removals).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }])
  expect(rows()).toMatchObject([{ id }])
}, 40_000)
