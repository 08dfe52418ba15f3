import { afterAll, beforeAll, expect, it } from 'vitest'
import { answers, submission } from '../support/answers.ts'
import { type Running, startServer } from '../support/server.ts'

let server: Running

beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'error' })
})
afterAll(() => server.remove())

/** How often the server is killed; `KOLAM_KILL_ROUNDS=50` is the full drill. */
const rounds = Number(process.env.KOLAM_KILL_ROUNDS ?? 5)
const senders = 8

/** Submits one by one, each under a new key, until the server is killed. Returns the acknowledged submissions. */
async function send(stop: { now: boolean }, onAcknowledged: () => void): Promise<{ id: string; key: string }[]> {
  const acknowledged: { id: string; key: string }[] = []
  while (!stop.now) {
    const key = crypto.randomUUID()
    try {
      const init = submission('Contact', answers('Contact', { message: key }), { 'Idempotency-Key': key })
      const response = await server.request('/api/submit-application', init)
      if (response.status !== 201) continue
      acknowledged.push({ id: (await response.json()).applicationId, key })
      onAcknowledged()
    } catch {
      // The connection broke, so the submission is not acknowledged.
      return acknowledged
    }
  }
  return acknowledged
}

it(`keeps every acknowledged submission once through ${rounds} kills in a burst`, {
  timeout: 30_000 + rounds * 15_000,
  tags: ['random'],
}, async () => {
  const acknowledged = new Map<string, string>()
  for (let round = 0; round < rounds; round += 1) {
    const stop = { now: false }
    const first = Promise.withResolvers<void>()
    const sending = Array.from({ length: senders }, () => send(stop, first.resolve))
    await first.promise
    // The kill must hit a random moment of the burst, so only this test waits for time to pass.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 180))
    await server.stop('SIGKILL')
    stop.now = true
    for (const { id, key } of (await Promise.all(sending)).flat()) acknowledged.set(key, id)
    await server.start()
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(rounds)

  const stored = new Map<string, string[]>()
  for (const { id, form_data } of await server.listed())
    stored.set(form_data.message, [...(stored.get(form_data.message) ?? []), id])
  const wrong = [...acknowledged].filter(([key, id]) => JSON.stringify(stored.get(key)) !== JSON.stringify([id]))
  expect(wrong).toEqual([])
  expect([...stored.values()].filter((ids) => ids.length > 1)).toEqual([])
  const { stats } = (await server.call('/api/stats')).body
  expect(stats.total).toBe(stored.size)
})
