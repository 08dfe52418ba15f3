import { afterEach, expect, test } from 'vitest'
import { type Running, startServer, until } from '../support/server.ts'
import { googleScript, startScript } from '../support/sheet-script.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A server that mirrors to a spreadsheet and holds a deletion for so many seconds, with one application whose row is there. */
async function mirroring(holdS: number) {
  const google = googleScript()
  google.script.setup()
  const script = await startScript((call) => ({
    body: JSON.stringify(call.method === 'GET' ? google.get(call.query) : google.post(call.body, call.query)),
  }))
  ends.push(() => script.close())
  const server: Running = await startServer({ SHEET_URL: `${script.url}?key=${google.key()}`, DECISION_HOLD_S: String(holdS) })
  ends.push(() => server.remove())
  const cookie = await server.signIn()
  const call = async (method: string, place: string, body?: unknown) =>
    fetch(server.url + place, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  const sent = await call('POST', '/api/submit-application', {
    formType: 'contact',
    name: 'Nila Raman',
    email: 'nila@example.in',
    subject: 'A question',
    message: 'Do you take teams from Madurai?',
  })
  const { applicationId: id } = (await sent.json()) as { applicationId: string }
  const rows = () => google.rows('Contact').map((row) => row.id)
  await until('the row', () => (rows().length === 1 ? true : undefined))
  return { server, call, id, rows }
}

test('a server that is killed within the hold of a deletion takes the row out when it is back', async () => {
  const { server, call, id, rows } = await mirroring(3)
  expect((await call('DELETE', `/api/applications/${id}`)).status).toBe(200)
  await server.stop('SIGKILL')
  expect(rows()).toEqual([id])
  await server.start()
  await until('the row to go', () => (rows().length === 0 ? true : undefined), 20_000)
  expect((await call('GET', `/api/applications/${id}`)).status).toBe(404)
}, 40_000)

test('a deletion that is taken back leaves the row, also when the server is killed in between', async () => {
  const { server, call, id, rows } = await mirroring(60)
  expect((await call('DELETE', `/api/applications/${id}`)).status).toBe(200)
  await server.stop('SIGKILL')
  await server.start()
  expect((await call('POST', `/api/applications/${id}/undo`)).status).toBe(200)
  const { messages } = (await (await call('GET', `/api/applications/${id}`)).json()) as {
    messages: { topic: string; state: string }[]
  }
  expect(messages.at(-1)).toMatchObject({ topic: 'sheet.removal', state: 'cancelled' })
  expect(rows()).toEqual([id])
}, 40_000)
