/**
 * The framing of a streamed export. Each piece follows a head of eight bytes: the number of rows so far, and the length of the piece. An empty piece
 * marks the end. With it the desk can show progress in rows for any format, and recognises an incomplete file.
 */
const headBytes = 8

export interface Piece {
  /** The number of rows so far, including this piece. */
  readonly rows: number
  readonly bytes: Uint8Array
}

/** A piece with its head. An empty piece marks the end. */
export function frame({ rows, bytes }: Piece): Uint8Array {
  const framed = new Uint8Array(headBytes + bytes.length)
  const head = new DataView(framed.buffer)
  head.setUint32(0, rows)
  head.setUint32(4, bytes.length)
  framed.set(bytes, headBytes)
  return framed
}

/**
 * The pieces of a framed file as they arrive, without the end mark. A piece may arrive in several parts.
 * @returns the total number of rows
 * @throws Error when the stream ends without the end mark
 */
export async function* unframe(arriving: AsyncIterable<Uint8Array>): AsyncGenerator<Piece, number> {
  const head = new Uint8Array(headBytes)
  let headRead = 0
  let left = 0
  let rows = 0
  let ended = false
  for await (const chunk of arriving) {
    let at = 0
    while (at < chunk.length) {
      if (ended) throw new Error('the file goes on after its end')
      if (left > 0) {
        const bytes = chunk.subarray(at, at + left)
        left -= bytes.length
        at += bytes.length
        yield { rows, bytes }
        continue
      }
      const part = chunk.subarray(at, at + headBytes - headRead)
      head.set(part, headRead)
      headRead += part.length
      at += part.length
      if (headRead < headBytes) continue
      headRead = 0
      const read = new DataView(head.buffer)
      rows = read.getUint32(0)
      left = read.getUint32(4)
      ended = left === 0
    }
  }
  if (!ended) throw new Error('the file broke off before its end')
  return rows
}
