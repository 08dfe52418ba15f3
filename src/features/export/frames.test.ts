import fc from 'fast-check'
import { expect, it } from 'vitest'
import { frame, type Piece, unframe } from './frames.ts'

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(arriving: AsyncIterable<Uint8Array>): Promise<{ readonly bytes: Buffer; readonly rows: number }> {
  const pieces = unframe(arriving)
  const parts: Buffer[] = []
  let next = await pieces.next()
  for (; !next.done; next = await pieces.next()) parts.push(Buffer.from(next.value.bytes))
  return { bytes: Buffer.concat(parts), rows: next.value }
}

const pieces = fc.array(fc.record({ rows: fc.nat(5_000_000), bytes: fc.uint8Array({ minLength: 1, maxLength: 30 }) }), {
  maxLength: 8,
})
const end = (rows: number): Piece => ({ rows, bytes: new Uint8Array() })

it('returns the bytes and the rows, however the network splits them', { tags: ['random'] }, () =>
  fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 1, max: 40 }), async (some, size) => {
      const sent = Buffer.concat([...some, end(7)].map(frame))
      const { bytes, rows } = await read(cut(sent, size))
      expect(bytes.equals(Buffer.concat(some.map((piece) => piece.bytes)))).toBe(true)
      expect(rows).toBe(7)
    }),
  ),
)

it('fails if the file is incomplete', { tags: ['random'] }, () =>
  fc.assert(
    fc.asyncProperty(pieces, fc.nat(1000), async (some, where) => {
      const sent = Buffer.concat([...some, end(7)].map(frame))
      await expect(read(cut(sent.subarray(0, where % sent.length), 11))).rejects.toThrow('broke off')
    }),
  ),
)
