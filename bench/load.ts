import { Worker } from 'node:worker_threads'

/** What a load generator sends, and how. */
export interface Load {
  readonly port: number
  /** The complete request, head and body, in pieces that are written one after the other. */
  readonly pieces: readonly Uint8Array[]
  readonly connections: number
  readonly seconds: number
  /** Seconds of the same load before the measurement begins. */
  readonly warmUp?: number
  /** Requests a second at a steady pace, however long answers take. Without it, each connection sends again as soon as it has its answer. */
  readonly rate?: number
  /** Requests at most; each connection sends until they are all sent. */
  readonly amount?: number
  /** The status of every answer; another one is an error. */
  readonly status: number
}

/** What came of a load. Durations are in milliseconds, sorted; with a steady pace they count from when the request was due. */
export interface Outcome {
  readonly durations: Float64Array
  readonly errors: number
  /** How long the measurement lasted. */
  readonly seconds: number
}

/** Ten digits in the first piece of a request, replaced by another number each time it is sent. */
export const numberMark = '0123456789'

/** Runs a load in a thread of its own, over raw sockets, so that the generator costs little beside the server. @throws when answers have another status */
export function run(load: Load): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: load })
    worker.once('message', (outcome: Outcome) => {
      if (outcome.errors === 0) resolve(outcome)
      else reject(new Error(`${outcome.errors} answers of port ${load.port} were in error; ${outcome.durations.length} were not`))
    })
    worker.once('error', reject)
  })
}

const text = new TextEncoder()

/** The pieces of a request. `headers` without `Host` and `Content-Length`; `file` follows `body` and is followed by `after`. */
export function request(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  { body = '', file = new Uint8Array(), after = '' }: { body?: string; file?: Uint8Array; after?: string } = {},
): readonly Uint8Array[] {
  const length = text.encode(body).byteLength + file.byteLength + text.encode(after).byteLength
  const lines = Object.entries({
    Host: '127.0.0.1',
    ...headers,
    ...(length > 0 && { 'Content-Length': String(length) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = text.encode(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
  return file.byteLength === 0 ? [head] : [head, file, text.encode(after)]
}
