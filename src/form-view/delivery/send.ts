import { formPaths } from '../../api/form-paths.ts'
import type { Faults } from '../../forms/form.ts'
import { second } from '../../shared/durations.ts'
import { isObject, parseJson } from '../../shared/json.ts'
import { translate } from '../../shared/translate.ts'
import { formPatienceMs, maxUploadMs } from '../../shared/upload-times.ts'
import { bodyOf, type SubmissionPayload } from './payload.ts'

export type Outcome =
  | { readonly kind: 'accepted'; readonly applicationId: string; readonly privateLink?: string }
  /** The server refused the content. */
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: string
      readonly message: string
      readonly faults: Faults
    }
  /** No usable response: no network, a timeout, or a server error. `waitS`: the seconds after which the server accepts another attempt; 0 if it did not say. */
  | { readonly kind: 'undelivered'; readonly why: string; readonly waitS: number }

/** The time limits of an attempt, in milliseconds: until the upload makes progress or the response comes, and in all where progress is not known. */
interface Limits {
  readonly idleMs: number
  readonly totalMs: number
}

/**
 * Sends one `POST`. Resolves to the response's status and text, and to the seconds in its `Retry-After` header (0 without them, NaN for a date); if there is no
 * response, to status 0 and the reason.
 */
type Post = (
  body: FormData | string,
  headers: Readonly<Record<string, string>>,
  limits: Limits,
  onProgress?: (sent: number) => void,
) => Promise<{ readonly status: number; readonly text: string; readonly waitS?: number; readonly why?: string }>

/** Uses XMLHttpRequest, because fetch does not report the progress of an upload. With `onProgress`, progress starts `idleMs` anew. */
const post: Post = (body, headers, { idleMs }, onProgress) =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const none = (why: string) => (): void => {
      clearTimeout(timer)
      resolve({ status: 0, text: '', why })
      request.abort()
    }
    let timer = setTimeout(none('timeout'), idleMs)
    request.open('POST', formPaths.submit)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.onload = () => {
      clearTimeout(timer)
      resolve({
        status: request.status,
        text: request.responseText,
        waitS: Number(request.getResponseHeader('retry-after')),
      })
    }
    request.onerror = none('network')
    if (onProgress !== undefined)
      request.upload.onprogress = ({ loaded, total }) => {
        clearTimeout(timer)
        timer = setTimeout(none('timeout'), idleMs)
        onProgress(total > 0 ? Math.min(1, loaded / total) : 0)
      }
    request.send(body)
  })

/** Sends one `POST` with fetch, because a service worker has no XMLHttpRequest. */
export const postByFetch: Post = async (body, headers, { totalMs }) => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), totalMs)
  try {
    const response = await fetch(formPaths.submit, {
      method: 'POST',
      body,
      headers,
      signal: controller.signal,
      credentials: 'omit',
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { status: 0, text: '', why: error instanceof Error ? error.name : 'network' }
  } finally {
    clearTimeout(timer)
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Statuses that refuse the content; a retry would not help. */
const contentStatuses: ReadonlySet<number> = new Set([400, 409, 413, 415, 422])

/** The message at the file's field if a proxy refused the size before the server could. */
const fileTooLarge = (): string => translate`This file is too large. Please choose a smaller one.`

/** The message of a refusal without a message from the server: it comes from a proxy, or the server could not read the body. */
const unexplained = (status: number): string =>
  status === 413
    ? translate`This is too large to be sent. Please shorten the longest answers.`
    : translate`Our server could not read this. Your answers are still here: please try again, or write to us.`

/** The outcome of a response; undefined if the response says nothing about the content, so that a retry may help. */
function read(status: number, text: string, files: readonly string[]): Outcome | undefined {
  const json = parseJson(text)
  const body = isObject(json) ? json : {}
  if (status >= 200 && status < 300)
    return body.success === true && isText(body.applicationId)
      ? {
          kind: 'accepted',
          applicationId: body.applicationId,
          ...(isText(body.privateLink) && { privateLink: body.privateLink }),
        }
      : undefined
  if (!contentStatuses.has(status)) return undefined
  const details = typeof body.details === 'object' && body.details !== null ? Object.entries(body.details) : []
  const code = isText(body.code) ? body.code : ''
  if (!isText(body.error) && status === 413 && files.length > 0)
    return {
      kind: 'refused',
      status,
      code,
      message: fileTooLarge(),
      faults: Object.fromEntries(files.map((name) => [name, fileTooLarge()])),
    }
  return {
    kind: 'refused',
    status,
    code,
    message: isText(body.error) ? body.error : unexplained(status),
    faults: Object.fromEntries(details.filter((entry): entry is [string, string] => isText(entry[1]))),
  }
}

/** `post` and `pause` are replaced in tests. */
export interface SendOptions {
  readonly post?: Post
  readonly pause?: (ms: number) => Promise<void>
  readonly onProgress?: (sent: number) => void
  readonly attempts?: number
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Sends a submission: 3 attempts a second apart (specification, section 9). Each is given up after 15 s, or with a file when its upload makes no progress
 * for too long. Refused content is not sent again.
 */
export async function send(payload: SubmissionPayload, options: SendOptions = {}): Promise<Outcome> {
  const { attempts = 3, pause = wait } = options
  const body = bodyOf(payload)
  const json = typeof body === 'string'
  const files = Object.keys(payload.answers).filter((name) => payload.answers[name] instanceof File)
  const bytes = Object.values(payload.answers).reduce((sum, answer) => sum + (answer instanceof File ? answer.size : 0), 0)
  const limits: Limits = json
    ? { idleMs: 15 * second, totalMs: 15 * second }
    : { idleMs: formPatienceMs, totalMs: maxUploadMs(bytes) + formPatienceMs }
  const headers = {
    accept: 'application/json',
    'idempotency-key': payload.key,
    ...(json ? { 'content-type': 'application/json' } : {}),
  }
  let why = ''
  let waitS = 0
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (attempt > 1) await pause(second)
    const response = await (options.post ?? post)(body, headers, limits, json ? undefined : (sent) => options.onProgress?.(sent))
    const outcome = read(response.status, response.text, files)
    if (outcome !== undefined) return outcome
    why = response.why ?? `status ${response.status}`
    waitS = response.waitS || 0
  }
  return { kind: 'undelivered', why, waitS }
}
