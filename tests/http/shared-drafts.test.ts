import { afterAll, beforeAll, expect, it } from 'vitest'
import { maxSealedBytes } from '../../src/api/shared-draft.ts'
import { day } from '../../src/shared/dates.ts'
import { type App, openApp } from '../support/app.ts'

let app: App
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.remove())

const id = (n: number): string => `draft-${n}`.padEnd(22, '_')
const sealedText = (text: string): string => Buffer.from(text).toString('base64url')

/** Calls the API. Returns the status, and the body without its time. */
async function call(method: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await app.request('/api/shared-draft', {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
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

it('a draft ends 30 days after its last save', async () => {
  await save(5, 0)
  app.clock.ms += 29 * day
  await save(5, 1)
  app.clock.ms += 30 * day - 1
  await app.chore('sweep')
  expect((await read(5)).status).toBe(200)
  app.clock.ms += 1
  await app.chore('sweep')
  expect((await read(5)).status).toBe(404)
})

it('a client can make 50 drafts a day, and can save them until they end', async () => {
  app.clock.ms += 2 * day
  for (let n = 100; n < 150; n += 1) expect((await save(n, 0)).status).toBe(200)
  const refused = await save(150, 0)
  expect([refused.status, refused.code, Number(refused.retry) > 0]).toEqual([429, 'TOO_MANY_REQUESTS', true])
  expect((await save(149, 1)).status).toBe(200)
  app.clock.ms += day
  expect((await save(150, 0)).status).toBe(200)
})
