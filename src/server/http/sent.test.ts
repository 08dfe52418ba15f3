import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { type Body, withBody } from './body.ts'
import { discardRest, ofNode } from './sent.ts'

const caps = { text: 1_000_000, files: 1_000_000, names: 10, levels: 3 }

/** A request of Node.js with this body. Each piece has its own memory. */
function incoming(contentType: string, text: string, size = 65_536) {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => {
    const piece = Buffer.allocUnsafeSlow(Math.min(size, bytes.length - n * size))
    bytes.copy(piece, 0, n * size)
    return piece
  })
  const request = Object.assign(Readable.from(pieces, { objectMode: false }), {
    headers: { 'content-type': contentType, 'content-length': String(bytes.length) },
  }) as unknown as IncomingMessage
  return { request, pieces }
}

const file = `--b\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n${'y'.repeat(200_000)}\r\n--b--\r\n`

it('frees the memory of a body and its pieces when the request is answered', async () => {
  const { request, pieces } = incoming('multipart/form-data; boundary=b', file)
  let body: Body | undefined
  const length = await withBody(ofNode(request), caps, (read) => {
    body = read
    return read.files.get('f')?.bytes.byteLength
  })
  expect([length, body?.files.get('f')?.bytes.byteLength]).toEqual([200_000, 0])
  expect(pieces.map(({ byteLength }) => byteLength)).toEqual([0, 0, 0, 3_468])
})

it('frees the memory of a refused body, too', async () => {
  const { request, pieces } = incoming('application/json', `{"a":"${'x'.repeat(1_200_000)}"}`)
  await expect(withBody(ofNode(request), caps, () => 0)).rejects.toMatchObject({ extras: { status: 413 } })
  expect(pieces.filter(({ byteLength }) => byteLength >= 65_536)).toEqual([])
})

it('reads and discards an unread body', async () => {
  const { request, pieces } = incoming('application/json', 'x'.repeat(3 * 65_536))
  const ended = new Promise((resolve) => request.once('end', resolve))
  discardRest(request)
  await ended
  expect(pieces.map(({ byteLength }) => byteLength)).toEqual([0, 0, 0])
})

it.each([
  ['before it is read', (request: IncomingMessage) => void request.destroy(), undefined],
  ['while it is read', () => undefined, (request: IncomingMessage) => void request.destroy()],
] as const)('a body whose connection closes %s is rejected', async (_, before, during) => {
  const { request } = incoming('application/json', 'x'.repeat(3 * 65_536))
  before(request)
  const reading = ofNode(request).read(() => during?.(request))
  await expect(reading).rejects.toThrow('the connection was closed')
})

it('does not free memory that pieces share', async () => {
  const shared = Buffer.allocUnsafeSlow(200_000).fill('x')
  const request = Object.assign(Readable.from([shared.subarray(0, 100_000)], { objectMode: false }), {
    headers: {},
  }) as unknown as IncomingMessage
  await ofNode(request).read(() => undefined)
  expect(shared.byteLength).toBe(200_000)
})
