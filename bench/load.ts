import { Worker } from 'node:worker_threads'

/** The settings of servers under load. */
export const settings = { DATABASE_URL: '', LIMIT_SUBMISSIONS: '1000000/1m', LOG_LEVEL: 'error' }

/** The requests of a load generator, and how it sends them. */
export interface Load {
  readonly port: number
  /** The complete request, head and body, in pieces that are written one by one. */
  readonly pieces: readonly Uint8Array[]
  readonly connections: number
  readonly seconds: number
  /** Requests a second at a steady pace, however long responses take. Without it, each connection sends again as soon as it has its response. */
  readonly rate?: number
  /** The expected status of every response; another one is an error. */
  readonly status: number
}

/** The result of a load. Durations are in milliseconds, sorted; at a steady pace they count from when the request was due. */
export interface Outcome {
  readonly durations: Float64Array
  readonly errors: number
}

/** Ten digits in the first piece of a request that each sending replaces with a new number. */
export const numberMark = '0123456789'

/** Runs a load in a worker thread over raw sockets, so that the generator needs little CPU. @throws when a response has another status */
export function run(load: Load): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: load })
    worker.once('message', (outcome: Outcome) => {
      if (outcome.errors === 0) resolve(outcome)
      else reject(new Error(`${outcome.errors} requests to port ${load.port} failed; ${outcome.durations.length} did not`))
    })
    worker.once('error', reject)
  })
}

const text = new TextEncoder()

/** A request in one piece. Adds `Host` and `Content-Length` to `headers`. */
export function request(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): readonly Uint8Array[] {
  const length = text.encode(body).byteLength
  const all = { Host: '127.0.0.1', ...headers, ...(length > 0 && { 'Content-Length': String(length) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return [text.encode(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)]
}
