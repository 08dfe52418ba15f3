import { paths } from '../../api/paths.ts'
import type { Faults } from '../../forms/form.ts'
import { second } from '../../shared/dates.ts'
import { bodyOf, type Parcel } from './payload.ts'

export type Outcome =
  | { readonly kind: 'taken'; readonly applicationId: string }
  /** The server will not have it as it is. */
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly say: string; readonly faults: Faults }
  /** Nobody took it: no network, no answer in time, or a server in trouble. */
  | { readonly kind: 'undelivered'; readonly why: string }

/** One `POST`; the answer's status (0: none) and text, or why there was none. */
export type Post = (
  body: FormData | string,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
  onProgress?: (sent: number) => void,
) => Promise<{ readonly status: number; readonly text: string; readonly why?: string }>

/** Over XMLHttpRequest: fetch does not tell how much of an upload is done. */
const post: Post = (body, headers, timeoutMs, onProgress) =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const none = (why: string) => (): void => {
      clearTimeout(timer)
      resolve({ status: 0, text: '', why })
      request.abort()
    }
    const timer = setTimeout(none('timeout'), timeoutMs)
    request.open('POST', paths.submit)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.onload = () => {
      clearTimeout(timer)
      resolve({ status: request.status, text: request.responseText })
    }
    request.onerror = none('network')
    if (onProgress !== undefined)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.min(1, loaded / total) : 0)
    request.send(body)
  })

/** One `POST` over fetch: a worker has no XMLHttpRequest, and nobody to show progress to. */
export const postByFetch: Post = async (body, headers, timeoutMs) => {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), timeoutMs)
  try {
    const answer = await fetch(paths.submit, { method: 'POST', body, headers, signal: ending.signal, credentials: 'omit' })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    return { status: 0, text: '', why: error instanceof Error ? error.name : 'network' }
  } finally {
    clearTimeout(timer)
  }
}

const parse = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Statuses that say something of the content; sending the same again would not help. */
const contentStatuses: ReadonlySet<number> = new Set([400, 409, 413, 415, 422])

/** What a file that is too large is called at its field, when a proxy has turned it away before the server could. */
const fileTooLarge = 'This file is too large. Please choose a smaller one.'

/** What a refusal without a reason of ours says: it comes from a proxy, or from a server that could not read the body. */
const unexplained = (status: number): string =>
  status === 413
    ? 'This is too large to be sent. Please shorten the longest answers.'
    : 'This could not be read by our server. Your answers are still here: please try again, or write to us.'

/** Reads a server's answer; undefined when it says nothing of the content, so that the same may be sent again. */
function read(status: number, text: string, files: readonly string[]): Outcome | undefined {
  const body = parse(text)
  if (status >= 200 && status < 300)
    return body.success === true && isText(body.applicationId) ? { kind: 'taken', applicationId: body.applicationId } : undefined
  if (!contentStatuses.has(status)) return undefined
  const details = typeof body.details === 'object' && body.details !== null ? Object.entries(body.details) : []
  const code = isText(body.code) ? body.code : ''
  if (!isText(body.error) && status === 413 && files.length > 0)
    return {
      kind: 'refused',
      status,
      code,
      say: fileTooLarge,
      faults: Object.fromEntries(files.map((name) => [name, fileTooLarge])),
    }
  return {
    kind: 'refused',
    status,
    code,
    say: isText(body.error) ? body.error : unexplained(status),
    faults: Object.fromEntries(details.filter((entry): entry is [string, string] => isText(entry[1]))),
  }
}

/** What a test stands in for. */
export interface SendParts {
  readonly post?: Post
  readonly pause?: (ms: number) => Promise<void>
  readonly onProgress?: (sent: number) => void
  readonly attempts?: number
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Sends a submission: 3 attempts a second apart (specification, section 9), 15 s each, 120 s with a file. What the server refuses for
 * its content is not tried again.
 */
export async function send(parcel: Parcel, parts: SendParts = {}): Promise<Outcome> {
  const { attempts = 3, pause = wait } = parts
  const body = bodyOf(parcel)
  const json = typeof body === 'string'
  const files = Object.keys(parcel.answers).filter((name) => parcel.answers[name] instanceof File)
  const headers = {
    accept: 'application/json',
    'idempotency-key': parcel.key,
    ...(json ? { 'content-type': 'application/json' } : {}),
  }
  let why = ''
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (attempt > 1) await pause(second)
    const answer = await (parts.post ?? post)(
      body,
      headers,
      json ? 15 * second : 120 * second,
      json ? undefined : parts.onProgress,
    )
    const outcome = read(answer.status, answer.text, files)
    if (outcome !== undefined) return outcome
    why = answer.why ?? `status ${answer.status}`
  }
  return { kind: 'undelivered', why }
}
