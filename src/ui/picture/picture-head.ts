/** What the beginning of a picture's file says. */
interface PictureHead {
  /** In pixels; undefined where it is not said. */
  readonly size: readonly [width: number, height: number] | undefined
  readonly moves: boolean
}

const text = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length))

function pngHead(bytes: Uint8Array, view: DataView): PictureHead {
  let moves = false
  // The chunk of an animation stands before the first pixels.
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = text(bytes, at + 4, 4)
    if (name === 'IDAT') break
    if (name === 'acTL') moves = true
  }
  return { size: [view.getUint32(16), view.getUint32(20)], moves }
}

function webpHead(bytes: Uint8Array, view: DataView): PictureHead {
  const kind = text(bytes, 12, 4)
  const three = (at: number): number => view.getUint16(at, true) + 0x10000 * view.getUint8(at + 2) + 1
  // The second bit of the flags is the animation.
  if (kind === 'VP8X') return { size: [three(24), three(27)], moves: (view.getUint8(20) & 2) !== 0 }
  if (kind === 'VP8 ') return { size: [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff], moves: false }
  return { size: undefined, moves: false }
}

function jpegHead(bytes: Uint8Array, view: DataView): PictureHead {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const code = bytes[at + 1] ?? 0
    if (code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code))
      return { size: [view.getUint16(at + 7), view.getUint16(at + 5)], moves: false }
  }
  return { size: undefined, moves: false }
}

/** AVIF and HEIC: the largest of the sizes, because a picture may be a grid of smaller ones. */
function boxHead(bytes: Uint8Array, view: DataView): PictureHead {
  let size: PictureHead['size']
  for (let at = 8; at + 20 <= bytes.length; at += 1)
    if (bytes[at] === 0x69 && text(bytes, at, 4) === 'ispe') {
      const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)]
      if (size === undefined || width * height > size[0] * size[1]) size = [width, height]
    }
  return { size, moves: ['avis', 'msf1', 'hevc'].includes(text(bytes, 8, 4)) }
}

/** Reads the first bytes of a file. What is cut off or damaged has no size: drawing it will tell. */
export function pictureHead(bytes: Uint8Array): PictureHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 32) return { size: undefined, moves: false }
  if (text(bytes, 1, 3) === 'PNG') return pngHead(bytes, view)
  if (text(bytes, 8, 4) === 'WEBP') return webpHead(bytes, view)
  if (text(bytes, 4, 4) === 'ftyp') return boxHead(bytes, view)
  return text(bytes, 0, 2) === '\xff\xd8' ? jpegHead(bytes, view) : { size: undefined, moves: text(bytes, 0, 4) === 'GIF8' }
}
