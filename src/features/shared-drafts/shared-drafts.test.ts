import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type App, openApp } from '../../../tests/support/app.ts'
import { day, minute, second } from '../../shared/dates.ts'

let app: App
beforeAll(async () => {
  app = await openApp({ settings: { TRUST_PROXY: '1' } })
})
afterAll(() => app.remove())

const maxSealedBytes = 256 * 1024
const id = (n: number): string => `draft-${n}`.padEnd(22, '_')
const sealedText = (text: string): string => Buffer.from(text).toString('base64url')

/** Calls the API, ten seconds later than the last call. Returns the status, and the body without its time. */
async function call(method: string, body: unknown, headers: Record<string, string> = {}, waitMs = 10 * second) {
  app.clock.ms += waitMs
  const text = JSON.stringify(body)
  const response = await app.request('/api/shared-draft', {
    method,
    headers: { 'content-type': 'application/json', 'content-length': String(text.length), ...headers },
    body: text,
  })
  const { timestamp: _, ...content } = await response.json()
  return {
    status: response.status,
    cache: response.headers.get('cache-control'),
    retry: response.headers.get('retry-after'),
    ...content,
  }
}
const save = (n: number, revision: number, sealed = sealedText('sealed')) => call('PUT', { id: id(n), revision, sealed })
const read = (n: number, revision?: number) => call('POST', { id: id(n), revision })

it('a draft is saved over the revision that was read, read, and deleted', async () => {
  expect(await read(1)).toMatchObject({ status: 404, error: 'The draft of this link does not exist any more.' })
  expect(await save(1, 0)).toMatchObject({ status: 200, cache: 'no-store', success: true, revision: 1 })
  expect(await read(1)).toMatchObject({ status: 200, cache: 'no-store', revision: 1, sealed: sealedText('sealed') })
  const unchanged = await read(1, 1)
  expect([unchanged.status, unchanged.revision, 'sealed' in unchanged]).toEqual([200, 1, false])
  expect(await save(1, 0)).toMatchObject({ status: 409, code: 'CONFLICT' })
  expect(await save(1, 1, sealedText('second'))).toMatchObject({ status: 200, revision: 2 })
  expect(await save(1, 1, sealedText('too late'))).toMatchObject({ status: 409, code: 'CONFLICT' })
  expect(await read(1, 1)).toMatchObject({ revision: 2, sealed: sealedText('second') })
  expect(await call('DELETE', { id: id(1) })).toMatchObject({ status: 200, success: true })
  expect((await read(1)).status).toBe(404)
  expect((await save(1, 2)).status).toBe(404)
})

it.each([
  ['no id', { revision: 0, sealed: 'aa' }, 400],
  ['an id with another sign', { id: `${id(2).slice(1)}/`, revision: 0, sealed: 'aa' }, 400],
  ['a long id', { id: `${id(2)}a`, revision: 0, sealed: 'aa' }, 400],
  ['no revision', { id: id(2), sealed: 'aa' }, 400],
  ['a revision below 0', { id: id(2), revision: -1, sealed: 'aa' }, 400],
  ['a revision that no column takes', { id: id(2), revision: 2 ** 31, sealed: 'aa' }, 400],
  ['nothing sealed', { id: id(2), revision: 0 }, 400],
  ['text in the open', { id: id(2), revision: 0, sealed: '{"pitch":1}' }, 400],
  ['more than 256 KB', { id: id(2), revision: 0, sealed: Buffer.alloc(maxSealedBytes + 1).toString('base64url') }, 413],
  ['a list', [], 422],
])('%s is refused', async (_, body, status) => {
  expect((await call('PUT', body)).status).toBe(status)
  expect((await read(2)).status).toBe(404)
})

it('a draft of 256 KB is accepted', async () => {
  expect((await save(3, 0, Buffer.alloc(maxSealedBytes, 255).toString('base64url'))).status).toBe(200)
})

it('a page of another site can neither read nor change a draft', async () => {
  await save(4, 0)
  const origin = { origin: 'https://elsewhere.example' }
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await call(method, { id: id(4), revision: 1, sealed: 'aa' }, origin)).status).toBe(403)
  expect(await read(4)).toMatchObject({ revision: 1, sealed: sealedText('sealed') })
})

it('a draft ends 3 days after its last save, 30 days once a second device opened it', async () => {
  for (const n of [5, 6]) await save(n, 0)
  await read(5)
  app.clock.ms += 3 * day
  await app.chore('sweep')
  expect([(await read(5, 1)).status, (await read(6, 1)).status]).toEqual([200, 404])
  app.clock.ms += 27 * day
  await app.chore('sweep')
  expect((await read(5, 1)).status).toBe(404)
})

it('a network has 50 drafts and sends 64 KB a second; others are not affected', async () => {
  const from = (client: string) => ({ 'x-forwarded-for': client })
  const put = (n: number, sealed: string, client: string) => call('PUT', { id: id(n), revision: 0, sealed }, from(client), 0)
  app.clock.ms += 30 * day
  await app.chore('sweep')
  // All networks of 64 bits of one line count together.
  for (let n = 0; n < 50; n += 1) expect((await put(100 + n, 'aa', `2001:db8:1:${n}::1`)).status).toBe(200)
  expect(await put(150, 'aa', '2001:db8:1:99::1')).toMatchObject({
    status: 503,
    code: 'TOO_MANY_REQUESTS',
    error: 'There is no space for this draft on our side now. It is still on this device. Please try again tomorrow.',
  })
  expect((await put(150, 'aa', '2001:db8:2::1')).status).toBe(200)

  app.clock.ms += minute
  const large = Buffer.alloc(maxSealedBytes).toString('base64url')
  const statuses: number[] = []
  for (let n = 0; n < 5; n += 1) statuses.push((await put(160 + n, large, '2001:db8:3::1')).status)
  expect(statuses).toEqual([200, 429, 429, 429, 429])
  const hit = vi.spyOn(app.storage.limits, 'hit')
  expect((await put(170, large, '2001:db8:4::1')).status).toBe(200)
  // All blocks of a call are one statement.
  expect(hit.mock.calls.flatMap(([key, , , , , cost]) => (key.startsWith('drafts:') ? [cost] : []))).toEqual([86])
  hit.mockRestore()
  app.clock.ms += 10 * second
  expect((await put(161, large, '2001:db8:3::1')).status).toBe(200)
  // A length that is not announced counts as the longest.
  const chunked = async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...from('2001:db8:5::1') } }
    return (await app.request('/api/shared-draft', { ...init, body: JSON.stringify({ id: id(1) }) })).status
  }
  expect([await chunked(), await chunked()]).toEqual([404, 429])
})
