import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive. Bytes are stored uncompressed; a stream is compressed, and a data descriptor after its content has the sizes. */
export interface Entry {
  /** Its path in the archive, with `/` between folders. */
  readonly name: string
  readonly content: Uint8Array | AsyncIterable<Uint8Array>
  /** True for a stream that may exceed 4 GB: its header then has ZIP64 sizes, which some spreadsheet programs refuse in a workbook. */
  readonly zip64?: boolean
}

/** The values for the headers of an entry. */
interface EntryRecord {
  readonly name: Buffer
  readonly method: 0 | 8
  readonly crc: number
  readonly size: number
  readonly compressedSize: number
  /** The offset of its local header from the start of the archive. */
  readonly offset: number
  readonly streamed: boolean
  readonly zip64: boolean
}

/** The largest numbers of four and of two bytes. Larger ones need a ZIP64 field. */
const max32 = 0xffffffff
const max16 = 0xffff
const utf8Flag = 1 << 11
const dataDescriptorFlag = 1 << 3
const zip64ExtraId = 1

/** Encodes numbers in little-endian order. Each field is a width in bytes and a value. */
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
/** 1 January 1980, the first day of the format. Entries have no real time, so that equal content gives equal archives. */
const firstDay = 0x21

const isLarge = ({ size, compressedSize, offset }: EntryRecord): boolean => Math.max(size, compressedSize, offset) > max32

/** The fields that the local and the central header share. */
const commonFields = (entry: EntryRecord): readonly (readonly [2 | 4, number])[] => [
  [2, entry.zip64 || isLarge(entry) ? 45 : 20],
  [2, utf8Flag | (entry.streamed ? dataDescriptorFlag : 0)],
  [2, entry.method],
  [2, midnight],
  [2, firstDay],
]

function localHeader(entry: EntryRecord): Buffer {
  // This field tells readers of the stream that the sizes in the data descriptor have 8 bytes.
  const extra = entry.zip64 ? numbers([2, zip64ExtraId], [2, 16], [8, entry.size], [8, entry.compressedSize]) : Buffer.alloc(0)
  const sizes = entry.zip64 ? [max32, max32] : [entry.compressedSize, entry.size]
  return Buffer.concat([
    numbers(
      [4, 0x04034b50],
      ...commonFields(entry),
      [4, entry.crc],
      ...sizes.map((size) => [4, size] as const),
      [2, entry.name.length],
      [2, extra.length],
    ),
    entry.name,
    extra,
  ])
}

function dataDescriptor({ crc, size, compressedSize, zip64 }: EntryRecord): Buffer {
  const width = zip64 || Math.max(size, compressedSize) > max32 ? 8 : 4
  return numbers([4, 0x08074b50], [4, crc], [width, compressedSize], [width, size])
}

function centralHeader(entry: EntryRecord): Buffer {
  const large = [entry.size, entry.compressedSize, entry.offset].filter((value) => value > max32)
  const extra =
    large.length === 0
      ? Buffer.alloc(0)
      : numbers([2, zip64ExtraId], [2, large.length * 8], ...large.map((value) => [8, value] as const))
  const capped = (value: number): number => Math.min(value, max32)
  return Buffer.concat([
    numbers(
      [4, 0x02014b50],
      [2, 45],
      ...commonFields(entry),
      [4, entry.crc],
      [4, capped(entry.compressedSize)],
      [4, capped(entry.size)],
      [2, entry.name.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, capped(entry.offset)],
    ),
    entry.name,
    extra,
  ])
}

/** The end record of the central directory, which has `count` headers in `size` bytes from `offset`. */
function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, max16)],
    [2, Math.min(count, max16)],
    [4, Math.min(size, max32)],
    [4, Math.min(offset, max32)],
    [2, 0],
  )
  if (count < max16 && size < max32 && offset < max32) return end
  const zip64End = numbers(
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, offset],
  )
  const locator = numbers([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1])
  return Buffer.concat([zip64End, locator, end])
}

/** Compresses `content` in the thread pool. `onPiece` is called with each uncompressed piece. */
async function* deflated(content: AsyncIterable<Uint8Array>, onPiece: (bytes: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  async function* watched() {
    for await (const bytes of content) {
      onPiece(bytes)
      yield bytes
    }
  }
  const deflate = createDeflateRaw()
  // A failure on either side ends the other, and is thrown to the reader of the pieces.
  pipeline(Readable.from(watched(), { highWaterMark: 1 }), deflate, () => {})
  yield* deflate
}

/**
 * Streams a ZIP archive while its entries are read. Number and size of entries are not limited. ZIP64 fields are written only where they are needed, because
 * some spreadsheet programs refuse them.
 */
export async function* zip(entries: AsyncIterable<Entry> | Iterable<Entry>): AsyncGenerator<Uint8Array> {
  const central: Buffer[] = []
  let offset = 0
  for await (const { name, content, zip64 = false } of entries) {
    const start = { name: Buffer.from(name), offset, crc: 0, size: 0, compressedSize: 0 }
    let entry: EntryRecord
    if (content instanceof Uint8Array) {
      const size = content.length
      entry = { ...start, method: 0, streamed: false, zip64: false, crc: crc32(content), size, compressedSize: size }
      const header = localHeader(entry)
      yield header
      if (size > 0) yield content
      offset += header.length + size
    } else {
      const header = localHeader({ ...start, method: 8, streamed: true, zip64 })
      yield header
      let crc = 0
      let size = 0
      let compressedSize = 0
      for await (const piece of deflated(content, (bytes) => {
        crc = crc32(bytes, crc)
        size += bytes.length
      })) {
        compressedSize += piece.length
        yield piece
      }
      entry = { ...start, method: 8, streamed: true, zip64, crc, size, compressedSize }
      const descriptor = dataDescriptor(entry)
      yield descriptor
      offset += header.length + compressedSize + descriptor.length
    }
    central.push(centralHeader(entry))
  }
  const directory = offset
  for (const header of central) {
    offset += header.length
    yield header
  }
  yield endOfDirectory(central.length, offset - directory, directory)
}
