import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of an archive. Bytes are stored as they are; a stream is compressed. */
export interface Entry {
  /** Its path in the archive, with `/` between folders. */
  readonly name: string
  readonly content: Uint8Array | AsyncIterable<Uint8Array>
}

/** The first day of the format. Entries have no real time, so that equal content gives equal archives. */
const mtime = new Date(1980, 0, 1)

/**
 * Streams a ZIP archive while its entries are read, one at a time. Number and size of entries are not limited: ZIP64 sizes are written only where they are
 * needed, because some spreadsheet programs refuse them in a workbook.
 */
export async function* zip(entries: AsyncIterable<Entry> | Iterable<Entry>): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  let content = Readable.from([])
  // One function for all entries: the archive keeps it, and with it would keep each file.
  const open = (use: (error: unknown, stream: Readable) => void): void => use(null, content)
  const add = async (): Promise<void> => {
    for await (const { name, content: bytes } of entries) {
      if (output.destroyed) return
      const isFile = bytes instanceof Uint8Array
      content = Readable.from(isFile ? [bytes] : bytes, { highWaterMark: 1 })
      const isRead = finished(content)
      archive.addReadStreamLazy(name, { mtime, forceDosTimestamp: true, compress: !isFile }, open)
      await isRead
    }
    archive.end()
  }
  output.once('close', () => content.destroy())
  add().catch((error: Error) => output.destroy(error))
  yield* output
}
