import { paths } from '../../api/paths.ts'
import { type Faults, type Form, inOrder } from '../../forms/form.ts'
import { second } from '../../shared/dates.ts'
import type { FormType } from '../../shared/form-types.ts'
import type { Raw } from '../answers.ts'

/** A submission as it is sent, and as it is kept while it waits: it needs no definition any more. */
export interface Parcel {
  /** The idempotency key: however often the parcel is sent, it is stored once. */
  readonly key: string
  readonly formType: FormType
  /** The answers by name. Lists are joined by a comma and a space (specification, section 7.7). */
  readonly answers: Readonly<Record<string, string | File>>
  /** What goes beside the answers and is none: the notice that stood at the form, how the visitor came. */
  readonly beside?: Readonly<Partial<Record<'notice' | 'origin', string>>>
}

/** Packs raw answers: every field of the form has one, blank where nothing was said. */
export function pack(form: Form, key: string, raw: Raw): Parcel {
  const answers: Record<string, string | File> = {}
  for (const [name] of inOrder(form)) {
    const value = raw[name]
    answers[name] = value instanceof File ? value : Array.isArray(value) ? value.join(', ') : String(value ?? '')
  }
  return { key, formType: form.type, answers }
}

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

/** The body: multipart where there is a file, else JSON. */
function bodyOf({ key, formType, answers, beside = {} }: Parcel): FormData | string {
  const all = Object.entries<string | File | undefined>({ ...beside, ...answers })
  const said = all.filter((entry): entry is [string, string | File] => entry[1] !== undefined)
  if (!said.some(([, value]) => value instanceof File)) return JSON.stringify({ formType, ...Object.fromEntries(said) })
  const body = new FormData()
  body.append('formType', formType)
  body.append('idempotencyKey', key)
  for (const [name, value] of said) body.append(name, value)
  return body
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
