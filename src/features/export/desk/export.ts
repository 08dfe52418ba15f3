import { paths } from '../../../api/paths.ts'
import { parseQuery } from '../../../applications/query/parse.ts'
import { type Filters, filterQuery } from '../../../dashboard/applications/filters.ts'
import { CallError, toCallError } from '../../../dashboard/client.ts'
import { serverNow } from '../../../dashboard/server-time.ts'
import { saveBlob } from '../../../dashboard/ui/download.ts'
import { errors } from '../../../shared/errors.ts'
import { exportName } from '../file-name.ts'
import { unframe } from '../frames.ts'

export type Format = 'csv' | 'xlsx' | 'json' | 'zip'

/** An export: which applications, in which format. */
export interface ExportRequest {
  readonly filters: Filters
  /** The name of the saved view with these filters, for the name of the file. */
  readonly view?: string | undefined
  readonly format: Format
  /** With the history of each application; JSON only. */
  readonly history: boolean
}

export interface Progress {
  /** Applications written so far, and in total. */
  readonly rows: number
  readonly total: number
  readonly bytes: number
}

/** The URL of an export. `framed`: the server adds row counts and an end mark, which `saveExport` reads. */
export function exportHref({ filters, view, format, history }: ExportRequest, framed = false): string {
  const query = filterQuery(filters)
  query.set('format', format)
  if (view !== undefined) query.set('view', view)
  if (format === 'json' && history) query.set('history', '1')
  if (framed) query.set('framed', '1')
  return `${paths.export}?${query}`
}

async function request(href: string, method: 'GET' | 'HEAD', signal: AbortSignal): Promise<Response> {
  let response: Response
  try {
    response = await fetch(href, { method, signal, credentials: 'same-origin', cache: 'no-store' })
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new CallError(0, 'NETWORK_ERROR', errors.NETWORK_ERROR.message, false, cause)
  }
  if (response.ok) return response
  throw toCallError(response, await response.json().catch(() => undefined))
}

const totalOf = (response: Response): number => Number(response.headers.get('X-Total-Rows') ?? 0)

/** The number of applications that an export would contain now. @throws CallError */
export const countExport = async (exported: ExportRequest, signal: AbortSignal): Promise<number> =>
  totalOf(await request(exportHref(exported), 'HEAD', signal))

type Bytes = Uint8Array<ArrayBuffer>

/** A file chosen by the user (File System Access API). */
interface FileHandle {
  createWritable(): Promise<{ write(bytes: Bytes): Promise<void>; close(): Promise<void>; abort(): Promise<void> }>
}

type Picker = (options: { readonly suggestedName: string }) => Promise<FileHandle>

const picker = (): Picker | undefined => (window as { showSaveFilePicker?: Picker }).showSaveFilePicker?.bind(window)

/** The largest export assembled in memory, in applications; a ZIP contains their files. */
const maxInMemory: Readonly<Record<Format, number>> = { csv: 20_000, xlsx: 20_000, json: 20_000, zip: 50 }

/** How an export is saved: assembled in memory, streamed to a file that the user chooses, or downloaded by the browser if it has no file picker. */
export function saveMethod(format: Format, total: number): 'page' | 'chosen' | 'browser' {
  if (total <= maxInMemory[format]) return 'page'
  return picker() === undefined ? 'browser' : 'chosen'
}

/** The destination of an export's bytes. */
interface Sink {
  write(bytes: Bytes): Promise<void> | void
  /** Discards what was written. */
  abort(): Promise<void> | void
  done(): Promise<void> | void
}

function inPage(name: string, type: string): Sink {
  let parts: Bytes[] = []
  return {
    write: (bytes) => void parts.push(bytes),
    abort: () => {
      parts = []
    },
    done: () => saveBlob(new Blob(parts, { type }), name),
  }
}

const types: Readonly<Record<Format, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
  zip: 'application/zip',
}

const fileNameOf = (response: Response): string =>
  /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'applications'

/** The message for an export that arrives without its end mark. */
const incompleteMessage = 'The export is incomplete, so nothing was saved. Please try again.'

/** The name that the server gives the file. */
function suggestedName({ filters: { formType, status, search }, view, format }: ExportRequest): string {
  const parsed = parseQuery(search, { formType, status })
  return exportName(parsed.ok ? parsed.value : { formType, status }, serverNow(), format, view)
}

/**
 * Fetches an export and saves it when it is complete; of an incomplete one, nothing is saved. With `chosen` it first opens the file picker, which
 * browsers allow only during a click.
 * @returns the file's name, its number of applications and its size.
 * @throws CallError; AbortError if `signal` aborted it or no file was chosen; Error with `incompleteMessage` if the end mark is missing.
 */
export async function saveExport(
  exported: ExportRequest,
  method: 'page' | 'chosen',
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<{ readonly name: string; readonly rows: number; readonly bytes: number }> {
  const chosen = method === 'chosen' ? await picker()?.({ suggestedName: suggestedName(exported) }) : undefined
  const response = await request(exportHref(exported, true), 'GET', signal)
  const name = fileNameOf(response)
  const sink: Sink = chosen === undefined ? inPage(name, types[exported.format]) : await intoFile(chosen)
  const total = totalOf(response)
  let bytes = 0
  try {
    const pieces = unframe(arriving(response))
    let next = await pieces.next()
    for (; !next.done; next = await pieces.next()) {
      await sink.write(next.value.bytes as Bytes)
      bytes += next.value.bytes.length
      onProgress({ rows: next.value.rows, total, bytes })
    }
    await sink.done()
    return { name, rows: next.value, bytes }
  } catch (error) {
    await sink.abort()
    if (signal.aborted) throw error
    throw new Error(incompleteMessage, { cause: error })
  }
}

async function intoFile(chosen: FileHandle): Promise<Sink> {
  const file = await chosen.createWritable()
  return { write: (bytes) => file.write(bytes), abort: () => file.abort(), done: () => file.close() }
}

/** The chunks of a response body. (Safari does not support async iteration of streams.) */
async function* arriving({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  for (;;) {
    const read = await reader?.read()
    if (read === undefined || read.done) return
    yield read.value
  }
}
