import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Running, startServer, until } from '../../../tests/support/server.ts'
import type { LiveEvent } from './api.ts'

let server: Running

beforeAll(async () => {
  server = await startServer({ DECISION_HOLD_S: '60' })
})
afterAll(() => server.remove())

/** Opens an event stream. */
async function listen(to = server, cookie?: string) {
  const leaving = new AbortController()
  const headers = { cookie: cookie ?? (await to.session()) }
  const response = await to.request('/api/applications/events', { headers, signal: leaving.signal })
  let text = ''
  let ended = false
  const reading = (async () => {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
    } catch {
      // The test closed the stream.
    }
    ended = true
  })()
  const events = (): LiveEvent['news'] =>
    [...text.matchAll(/^event: news\ndata: (.*)$/gm)].flatMap(([, data = '']) => (JSON.parse(data) as LiveEvent).news)
  return {
    response,
    text: () => text,
    ended: () => ended,
    events,
    /** Milliseconds until the event `what` of the application at `path` arrived. */
    waitFor: async (path: string, what: string) => {
      const began = performance.now()
      const announced = await until(`the event ${what}`, () =>
        events().find((event) => path.endsWith(event.id) && event.what === what),
      )
      return { ms: performance.now() - began, revision: announced.revision }
    },
    leave: async () => {
      leaving.abort()
      await reading
    },
  }
}

it('sends ids of changes within a second, and no text of an application', async () => {
  const stream = await listen()
  expect([
    stream.response.status,
    stream.response.headers.get('content-type'),
    stream.response.headers.get('x-accel-buffering'),
  ]).toEqual([200, 'text/event-stream', 'no'])
  const { path } = await server.apply()
  const submitted = await stream.waitFor(path, 'submitted')
  expect(submitted.revision).toBe(0)
  // The fastest of three, because the machine may be busy.
  const times = [submitted.ms]
  for (let n = 0; n < 2; n += 1) times.push((await stream.waitFor((await server.apply()).path, 'submitted')).ms)
  expect(Math.min(...times)).toBeLessThan(1000)
  await server.call(path, 'PATCH', { notes: 'Quokka' })
  expect((await stream.waitFor(path, 'noted')).revision).toBe(1)
  await server.call(path, 'PATCH', { status: 'approved' })
  await stream.waitFor(path, 'moved')
  await server.call(`${path}/undo`, 'POST')
  await stream.waitFor(path, 'undone')
  await server.call(path, 'DELETE')
  expect((await stream.waitFor(path, 'deleted')).revision).toBe(4)
  expect(stream.events().filter((event) => path.endsWith(event.id))).toHaveLength(5)
  expect(stream.text()).not.toContain('Quokka')
  await stream.leave()
})

it('sends recent events to a client that connects late', async () => {
  const { path } = await server.apply()
  const stream = await listen()
  await stream.waitFor(path, 'submitted')
  await stream.leave()
})

it('ends with the session', async () => {
  const other = await server.signIn()
  const stream = await listen(server, other)
  await server.call('/api/auth/logout', 'POST', undefined, { cookie: other })
  await until('the stream to end', () => stream.ended() || undefined)
  expect(stream.text()).toContain('event: ended')
})

it('is limited to fifty streams, which do not delay a stop of the server', async () => {
  const own = await startServer()
  try {
    const streams = await Promise.all(Array.from({ length: 50 }, () => listen(own)))
    const refused = await own.fetch('/api/applications/events')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    await streams.pop()?.leave()
    const again = await until('a free slot', async () => {
      const stream = await listen(own)
      return stream.response.status === 200 ? stream : undefined
    })
    const began = performance.now()
    await own.stop()
    expect(performance.now() - began).toBeLessThan(2000)
    for (const stream of [...streams, again]) await until('the end', () => stream.ended() || undefined)
  } finally {
    await own.remove()
  }
})
