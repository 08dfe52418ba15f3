import { ReadableStream as Stream } from 'node:stream/web'
import type { Context } from 'hono'
import { dayOf } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { StoredFile } from '../records/applications/port.ts'

/** A stranger made the file, so nothing in it may run, even if a browser displays it. */
const filePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** A stored file as a download, under its own name and type. @throws AppError RECORD_NOT_FOUND when there is none */
export function fileResponse(context: Context, file: StoredFile | undefined): Response {
  if (file === undefined) throw new AppError('RECORD_NOT_FOUND')
  const ascii = file.name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(file.name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return context.body(new Uint8Array(file.bytes), 200, {
    'Content-Type': file.type,
    'Content-Security-Policy': filePolicy,
    'Content-Disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
  })
}

/** Streams bytes as a download. */
export const streamResponse = (
  context: Context,
  pieces: AsyncIterable<Uint8Array>,
  headers: Readonly<Record<string, string>>,
): Response => context.body(Stream.from(pieces) as ReadableStream<Uint8Array>, 200, headers)

/** A person's own data as a ZIP, with today's date in its name. */
export const archiveResponse = (context: Context, pieces: AsyncIterable<Uint8Array>, now: Date): Response =>
  streamResponse(context, pieces, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="your-data-${dayOf(now)}.zip"`,
  })
