import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive: whole bytes, which are stored as they are, or pieces as they are made, which are compressed. */
export interface Entry {
  /** Its path in the archive, with `/` between folders. */
  readonly name: string
  readonly content: Uint8Array | AsyncIterable<Uint8Array>
}

interface Written {
  readonly name: Buffer
  readonly method: 0 | 8
  readonly crc: number
  readonly size: number
  readonly packed: number
  readonly at: number
  /** Sizes follow the content. */
  readonly streamed: boolean
}

/** What four (two) bytes hold at most; more is told in the 64-bit fields that came later to the format. */
const most32 = 0xffffffff
const most16 = 0xffff
const utf8 = 1 << 11
const sizesFollow = 1 << 3

/** The bytes of numbers, each with how many bytes it takes, least first. */
function numbers(...fields: readonly (readonly [2 | 4 | 8, number])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of fields) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, width)
    at += width
  }
  return bytes
}

const midnight = 0
/** 1 January 1980: the least day of the format. Files carry no time of ours, so that equal content makes equal archives. */
const firstDay = 0x21

const described = (file: Written): readonly (readonly [2 | 4, number])[] => [
  [2, file.packed > most32 || file.size > most32 || file.at > most32 ? 45 : 20],
  [2, utf8 | (file.streamed ? sizesFollow : 0)],
  [2, file.method],
  [2, midnight],
  [2, firstDay],
]

const local = (file: Written): Buffer =>
  Buffer.concat([
    numbers([4, 0x04034b50], ...described(file), [4, file.crc], [4, file.packed], [4, file.size], [2, file.name.length], [2, 0]),
    file.name,
  ])

function central(file: Written): Buffer {
  const large = [file.size, file.packed, file.at].filter((value) => value > most32)
  const extra =
    large.length === 0 ? Buffer.alloc(0) : numbers([2, 1], [2, large.length * 8], ...large.map((n) => [8, n] as const))
  const capped = (value: number): number => Math.min(value, most32)
  return Buffer.concat([
    numbers(
      [4, 0x02014b50],
      [2, 45],
      ...described(file),
      [4, file.crc],
      [4, capped(file.packed)],
      [4, capped(file.size)],
      [2, file.name.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, capped(file.at)],
    ),
    file.name,
    extra,
  ])
}

function end(count: number, size: number, at: number): Buffer {
  const last = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, most16)],
    [2, Math.min(count, most16)],
    [4, Math.min(size, most32)],
    [4, Math.min(at, most32)],
    [2, 0],
  )
  if (count < most16 && size < most32 && at < most32) return last
  const large = numbers([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, count], [8, count], [8, size], [8, at])
  const pointer = numbers([4, 0x07064b50], [4, 0], [8, at + size], [4, 1])
  return Buffer.concat([large, pointer, last])
}

/** `content` compressed, in the thread pool; `seen` is told of each piece before. */
async function* deflated(content: AsyncIterable<Uint8Array>, seen: (bytes: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  async function* watched() {
    for await (const bytes of content) {
      seen(bytes)
      yield bytes
    }
  }
  const deflate = createDeflateRaw()
  // What fails on either side ends the other, and is thrown where the pieces are taken.
  pipeline(Readable.from(watched(), { highWaterMark: 1 }), deflate, () => {})
  yield* deflate
}

/**
 * A ZIP archive, in pieces, as its entries are made; what has been given out is not held. Any number of entries of any size: the
 * 64-bit fields are written where they are needed, and only there, because some spreadsheets refuse them.
 */
export async function* zip(entries: AsyncIterable<Entry> | Iterable<Entry>): AsyncGenerator<Uint8Array> {
  const records: Buffer[] = []
  let at = 0
  for await (const { name, content } of entries) {
    const start = { name: Buffer.from(name), at, crc: 0, size: 0, packed: 0 }
    let file: Written
    if (content instanceof Uint8Array) {
      file = { ...start, method: 0, streamed: false, crc: crc32(content), size: content.length, packed: content.length }
      const head = local(file)
      yield head
      if (content.length > 0) yield content
      at += head.length + content.length
    } else {
      const head = local({ ...start, method: 8, streamed: true })
      yield head
      let [crc, size, packed] = [0, 0, 0]
      for await (const piece of deflated(content, (bytes) => {
        crc = crc32(bytes, crc)
        size += bytes.length
      })) {
        packed += piece.length
        yield piece
      }
      file = { ...start, method: 8, streamed: true, crc, size, packed }
      const width = size > most32 || packed > most32 ? 8 : 4
      const sizes = numbers([4, 0x08074b50], [4, crc], [width, packed], [width, size])
      yield sizes
      at += head.length + packed + sizes.length
    }
    records.push(central(file))
  }
  const start = at
  for (const record of records) {
    at += record.length
    yield record
  }
  yield end(records.length, at - start, start)
}
