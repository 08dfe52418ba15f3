/**
 * The framing of a streamed export. Each piece follows a head of eight bytes: the rows written so far, and the length of the piece. A piece
 * without bytes is the end. So the desk can show progress in rows, in any format, and tells a complete file from an interrupted one.
 */
const headBytes = 8

export interface Piece {
  /** The rows written so far, this piece included. */
  readonly rows: number
  readonly bytes: Uint8Array
}

/** A piece with its head; without bytes it marks the end. */
export function frame({ rows, bytes }: Piece): Uint8Array {
  const framed = new Uint8Array(headBytes + bytes.length)
  const head = new DataView(framed.buffer)
  head.setUint32(0, rows)
  head.setUint32(4, bytes.length)
  framed.set(bytes, headBytes)
  return framed
}

/**
 * The pieces of a framed file as they arrive, split as the network splits them, without the end mark.
 * @returns the total of rows
 * @throws Error when the stream ends without the end mark
 */
export async function* unframe(arriving: AsyncIterable<Uint8Array>): AsyncGenerator<Piece, number> {
  const head = new Uint8Array(headBytes)
  let [got, left, rows] = [0, 0, 0]
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
      const part = chunk.subarray(at, at + headBytes - got)
      head.set(part, got)
      got += part.length
      at += part.length
      if (got < headBytes) continue
      got = 0
      const read = new DataView(head.buffer)
      rows = read.getUint32(0)
      left = read.getUint32(4)
      ended = left === 0
    }
  }
  if (!ended) throw new Error('the file broke off before its end')
  return rows
}
