import { untranslated } from '../../shared/translate.ts'

/** What a picture is, with the bytes of the picture alone; or what is wrong with it, completing the sentence "Your file …". */
type Stripped =
  | { readonly type: 'image/png' | 'image/jpeg'; readonly endings: readonly string[]; readonly bytes: Buffer<ArrayBuffer> }
  | { readonly fault: string }

/** The most pixels of a side: more than any page or print needs, and nothing that takes a gigabyte to show. */
const maxSide = 6_000

const faults = {
  other: untranslated`is no picture that we can take: save it as PNG or JPEG, and send that`,
  damaged: untranslated`is damaged or incomplete: open the original, save it again, and send that`,
  large: untranslated`has more than 6,000 pixels on a side: make it smaller, and send that`,
} as const

const isSize = (width: number, height: number): boolean => Math.min(width, height) > 0 && Math.max(width, height) <= maxSide

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** The chunks that a picture needs: size, colours, transparency, gamma. No text, no time, no place, no movement. */
const pngChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND'])

function strippedPng(file: Buffer): Stripped {
  const pieces: Buffer[] = [pngStart]
  for (let at = pngStart.length; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    const name = file.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > file.length || (at === pngStart.length && (name !== 'IHDR' || length !== 13))) break
    if (name === 'IHDR' && !isSize(file.readUInt32BE(at + 8), file.readUInt32BE(at + 12))) return { fault: faults.large }
    if (pngChunks.has(name)) pieces.push(file.subarray(at, end))
    if (name === 'IEND') return { type: 'image/png', endings: ['.png'], bytes: Buffer.concat(pieces) }
    at = end
  }
  return { fault: faults.damaged }
}

/** The segments that a JPEG needs: sizes, tables, scans, and how its colours are meant. */
const isNeeded = (code: number): boolean => (code >= 0xc0 && code <= 0xdd) || code === 0xe0 || code === 0xee

/** The segment with which a phone says how a picture is turned, and nothing else of what it says. */
function turned(data: Buffer): Buffer | undefined {
  if (data.toString('latin1', 0, 6) !== 'Exif\0\0' || data.length < 20) return undefined
  const tiff = data.subarray(6)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number): number => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = tiff.length < 8 ? 0 : isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let n = 0; n < Math.min(short(first), 100); n += 1) {
    const entry = first + 2 + 12 * n
    const turn = short(entry + 8)
    if (short(entry) === 0x0112 && turn > 1 && turn <= 8)
      return Buffer.from([
        ...[0xff, 0xe1, 0, 34, ...Buffer.from('Exif\0\0', 'latin1'), ...Buffer.from('MM\0*', 'latin1'), 0, 0, 0, 8],
        ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0, 0, 0, 0, 0],
      ])
  }
  return undefined
}

/** Where the next marker is after the bytes of a scan. */
function scanEnd(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const code = file[at + 1] ?? 0
    if (code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)) return at
  }
  return file.length
}

function strippedJpeg(file: Buffer): Stripped {
  const pieces: Buffer[] = [file.subarray(0, 2)]
  let scans = 0
  for (let at = 2; at + 1 < file.length; ) {
    const code = file[at + 1] ?? 0
    if (file[at] !== 0xff) break
    if (code === 0xd9) {
      if (scans === 0) break
      return { type: 'image/jpeg', endings: ['.jpg', '.jpeg'], bytes: Buffer.concat([...pieces, file.subarray(at, at + 2)]) }
    }
    const length = at + 4 > file.length ? 0 : file.readUInt16BE(at + 2)
    const data = file.subarray(at + 4, at + 2 + length)
    if (length < 2 || data.length < length - 2) break
    const isHead = code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc
    if (isHead && (data.length < 5 || !isSize(data.readUInt16BE(3), data.readUInt16BE(1)))) return { fault: faults.large }
    const end = code === 0xda ? scanEnd(file, at + 2 + length) : at + 2 + length
    const turn = code === 0xe1 ? turned(data) : undefined
    if (turn !== undefined) pieces.push(turn)
    else if (isNeeded(code)) pieces.push(file.subarray(at, end))
    if (code === 0xda) scans += 1
    at = end
  }
  return { fault: faults.damaged }
}

/** A PNG or JPEG without what else its file holds: place, camera, texts, previews. It is read by its content, whatever its name says, and never unpacked. */
export function stripped(bytes: Uint8Array): Stripped {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.subarray(0, 8).equals(pngStart)) return strippedPng(file)
  return file[0] === 0xff && file[1] === 0xd8 ? strippedJpeg(file) : { fault: faults.other }
}
