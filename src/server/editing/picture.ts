import { fail, ok, type Result } from '../../shared/result.ts'
import { type PictureFolder, pictureFolders, storedName } from '../../shared/stored-pictures.ts'
import { sha256 } from '../crypto/hashes.ts'

/** What a file of a picture says about itself. */
interface Head {
  readonly width: number
  readonly height: number
  readonly type: 'webp' | 'jpg'
}

type Read = Result<Head, string>

const faults = {
  drawing: 'This is a drawing (SVG), which can hold programs. Save it as PNG or JPEG, and add that.',
  other: 'This is not a picture that can be stored: send WebP or JPEG.',
  damaged: 'The picture is damaged or incomplete. Open the original, save it again, and add that.',
  more: 'The file holds more than the picture, such as the place or the camera. Save it again without that.',
  moves: 'The picture moves. Save one picture of it as JPEG, and add that.',
} as const

const kinds: Readonly<Record<string, 'picture' | 'settings' | 'moves'>> = {
  'VP8 ': 'picture',
  VP8L: 'picture',
  VP8X: 'settings',
  ALPH: 'settings',
  ICCP: 'settings',
  ANIM: 'moves',
  ANMF: 'moves',
}

/** The size of a picture in the data of a WebP chunk; undefined when it has none. */
function sizeOfWebp(kind: string, data: Buffer): Pick<Head, 'width' | 'height'> | undefined {
  if (kind === 'VP8L') {
    if (data.length < 5 || data[0] !== 0x2f) return undefined
    const bits = data.readUInt32LE(1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a || ((data[0] ?? 1) & 1) !== 0) return undefined
  // The first part of the picture, whose length is in front, must be there.
  if (data.readUIntLE(0, 3) >>> 5 > data.length) return undefined
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

function readWebp(file: Buffer): Read {
  const end = 8 + file.readUInt32LE(4)
  if (end > file.length) return fail(faults.damaged)
  if (end < file.length) return fail(faults.more)
  let size: Pick<Head, 'width' | 'height'> | undefined
  const seen = new Set<string>()
  for (let at = 12; at < end; ) {
    if (at + 8 > end) return fail(faults.damaged)
    const name = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const data = file.subarray(at + 8, at + 8 + length)
    if (data.length < length) return fail(faults.damaged)
    const kind = kinds[name]
    if (kind === 'moves') return fail(faults.moves)
    if (kind === undefined || seen.has(name) || (kind === 'picture' && size !== undefined)) return fail(faults.more)
    seen.add(name)
    if (kind === 'picture') {
      size = sizeOfWebp(name, data)
      if (size === undefined) return fail(faults.damaged)
    }
    at += 8 + length + (length % 2)
  }
  return size === undefined ? fail(faults.damaged) : ok({ ...size, type: 'webp' })
}

/** The segments of a JPEG that a picture needs: tables, sizes, scans. */
const needed = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xda, 0xdb, 0xdd, 0xe0, 0xee])
const [startOfScan, endOfPicture, profile] = [0xda, 0xd9, 0xe2]

/** Where the next marker is after the bytes of a scan. */
function scanEnd(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const code = file[at + 1] ?? 0
    // An escaped byte, or a restart within the scan.
    if (code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)) return at
  }
  return file.length
}

function readJpeg(file: Buffer): Read {
  let size: Pick<Head, 'width' | 'height'> | undefined
  let scans = 0
  for (let at = 2; at + 1 < file.length; ) {
    const code = file[at + 1] ?? 0
    if (file[at] !== 0xff) return fail(faults.damaged)
    if (code === endOfPicture) {
      if (at + 2 < file.length) return fail(faults.more)
      return size === undefined || scans === 0 ? fail(faults.damaged) : ok({ ...size, type: 'jpg' })
    }
    if (at + 4 > file.length) break
    const length = file.readUInt16BE(at + 2)
    const data = file.subarray(at + 4, at + 2 + length)
    if (length < 2 || data.length < length - 2) break
    if (!needed.has(code) && !(code === profile && data.toString('latin1', 0, 12) === 'ICC_PROFILE\0')) return fail(faults.more)
    if (code >= 0xc0 && code <= 0xc2) {
      if (data.length < 5) break
      size = { height: data.readUInt16BE(1), width: data.readUInt16BE(3) }
    }
    at += 2 + length
    if (code === startOfScan) {
      scans += 1
      at = scanEnd(file, at)
    }
  }
  return fail(faults.damaged)
}

/** Reads a file by its content, whatever its name and type say. */
function readHead(bytes: Uint8Array): Read {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = file.toString('latin1', 0, 1000)
  if (/^RIFF....WEBP/s.test(start)) return readWebp(file)
  if (start.startsWith('\xff\xd8')) return readJpeg(file)
  return fail(/^(\xef\xbb\xbf)?\s*<(\?xml|!--|!doctype svg|svg)/i.test(start) ? faults.drawing : faults.other)
}

/**
 * The name under which a picture for `folder` is stored: WebP or JPEG, small enough for pages, and nothing in it but the picture: no place, no camera, no text.
 * Fails with a sentence for the editor.
 */
export function readPicture(bytes: Uint8Array, folder: PictureFolder): Result<string, string> {
  const head = readHead(bytes)
  if (!head.ok) return head
  const { width, height, type } = head.value
  const { width: most, least } = pictureFolders[folder]
  if (Math.min(width, height) < 1) return fail(faults.damaged)
  if (width < least || height < least / 4)
    return fail(`The picture has ${width} × ${height} pixels. It must be at least ${least} wide, and ${least / 4} high.`)
  if (width > most || height > 4 * most)
    return fail(`The picture has ${width} × ${height} pixels. Pages show at most ${most}: make it smaller.`)
  return ok(storedName(sha256(bytes), head.value, type))
}
