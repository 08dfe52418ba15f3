import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../../src/api/paths.ts'
import { toPayload } from '../../src/form-view/delivery/payload.ts'
import { type SendOptions, send } from '../../src/form-view/delivery/send.ts'
import { contact } from '../../src/forms/definitions/contact.ts'
import { newId } from '../../src/shared/ids.ts'
import { type Running, startServer } from '../support/server.ts'

const rounds = 200

let server: Running
let line: Awaited<ReturnType<typeof badLine>>

beforeAll(async () => {
  server = await startServer()
  line = await badLine(Number(new URL(server.url).port))
})
afterAll(async () => {
  line?.close()
  await server?.remove()
})

/** A proxy to the server that breaks two of three connections after some bytes of the request or the response. */
async function badLine(port: number) {
  let cuts = 0
  const broken = (first: Socket, second: Socket) => (): void => {
    cuts += 1
    first.destroy()
    second.destroy()
  }
  const proxy = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    const cut = broken(near, far)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
    near.on('close', () => far.destroy())
    const whim = Math.floor(Math.random() * 3)
    const after = Math.floor(Math.random() * 500)
    pipe(near, far, whim === 0 ? after : Number.POSITIVE_INFINITY, cut)
    pipe(far, near, whim === 1 ? after : Number.POSITIVE_INFINITY, cut)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, cuts: () => cuts, close: () => proxy.close() }
}

/** Forwards at most `most` bytes, and then cuts the connection. */
function pipe(from: Socket, to: Socket, most: number, cut: () => void): void {
  let left = most
  from.on('data', (bytes: Buffer) => {
    to.write(bytes.subarray(0, left))
    left -= bytes.length
    if (left <= 0) cut()
  })
  from.on('end', () => to.end())
}

/** Posts like a browser over the bad connection. */
const post: SendOptions['post'] = async (body, headers) => {
  try {
    const response = await fetch(line.url + paths.submit, { method: 'POST', body, headers: { ...headers, connection: 'close' } })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { status: 0, text: '', why: String(error) }
  }
}

/** Submits like the form and its delivery queue, until the server accepts it. */
async function untilAccepted(number: number): Promise<string> {
  const payload = toPayload(contact, newId(new Date()), {
    name: `Asha ${number}`,
    email: `asha.${number}@example.in`,
    subject: 'A cut line',
    message: 'ஒன்று '.repeat(number),
  })
  for (;;) {
    const outcome = await send(payload, { post, pause: async () => undefined })
    if (outcome.kind === 'accepted') return outcome.applicationId
    expect(outcome.kind).toBe('undelivered')
  }
}

test(`${rounds} submissions over a broken connection: none lost, none stored twice`, {
  timeout: 120_000,
  tags: ['random'],
}, async () => {
  const ids: string[] = []
  for (let number = 1; number <= rounds; number += 10)
    ids.push(...(await Promise.all(Array.from({ length: 10 }, (_, index) => untilAccepted(number + index)))))
  expect(line.cuts()).toBeGreaterThan(rounds / 2)
  const stored = (await server.listed()).map(({ id }) => id)
  expect(stored.sort()).toEqual(ids.sort())
})
