import type { ErrorBody } from '../api/intake-responses.ts'
import { type ApiRoute, fillPath, type PathParameters } from '../api/route.ts'
import { type ErrorCode, errors } from '../shared/errors.ts'
import { maxKeepaliveBytes } from '../shared/keepalive.ts'
import { noteStatus, offlineSince } from './connection.ts'
import { noteServerTime } from './server-time.ts'

/** A failed call. Without a response, `status` is 0 and the code NETWORK_ERROR. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly code: ErrorCode
  /** Whether `message` comes from the server, not from the error catalogue. */
  readonly hasServerMessage: boolean
  /** The error message of each submitted field, by name. */
  readonly details: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    hasServerMessage: boolean,
    cause?: unknown,
    details: Readonly<Record<string, string>> = {},
  ) {
    super(message, { cause })
    this.details = details
    this.status = status
    this.code = code
    this.hasServerMessage = hasServerMessage
  }
}

/** The parts of a call: the parameters of its path and its body where the route has them. */
type Call<Path extends string, Body> = {
  readonly query?: URLSearchParams | Readonly<Record<string, string>>
  /** A file in place of a body. */
  readonly file?: Blob
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
} & (Path extends `${string}:${string}` ? { readonly at: PathParameters<Path> } : { readonly at?: undefined }) &
  ([Body] extends [undefined] ? { readonly body?: undefined } : { readonly body: Body })

/** The bytes of the bodies on their way whose calls continue when the page closes. */
let keepaliveBytes = 0

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && typeof (body as ErrorBody).error === 'string' && (body as ErrorBody).error !== ''

/**
 * Calls a route of the API and returns its answer. A call that changes something continues when the page closes, unless its body is too large for that.
 * @throws CallError for any response without `success: true`; AbortError when `signal` ended the call.
 */
export async function call<Path extends string, Answer, Body>(
  { method, path }: ApiRoute<Path, Answer, Body>,
  ...[parts]: Record<never, never> extends Call<Path, Body> ? [Call<Path, Body>?] : [Call<Path, Body>]
): Promise<Answer> {
  const { at = {}, query, body, file, headers, signal } = (parts ?? {}) as Call<string, unknown>
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const bytes = new TextEncoder().encode(sent).length
  const keepalive = method !== 'GET' && file === undefined && keepaliveBytes + bytes <= maxKeepaliveBytes
  if (keepalive) keepaliveBytes += bytes
  let response: Response
  try {
    response = await fetch(fillPath<string>(path, at) + search, {
      method,
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: file ?? sent,
      credentials: 'same-origin',
      signal,
      keepalive,
    })
  } catch (cause) {
    if (signal?.aborted && (signal.reason as Error | undefined)?.name !== 'TimeoutError') throw cause
    noteStatus(0)
    throw new CallError(0, 'NETWORK_ERROR', errors.NETWORK_ERROR.message, false, cause)
  } finally {
    if (keepalive) keepaliveBytes -= bytes
  }
  noteStatus(response.status)
  noteServerTime(response)
  const parsed: unknown = await response.json().catch(() => undefined)
  if (response.ok && typeof parsed === 'object' && parsed !== null && (parsed as { success?: unknown }).success === true)
    return parsed as Answer
  throw toCallError(response, parsed)
}

/** The error of a failed response. `parsed`: its body, or undefined. */
export const toCallError = ({ status }: Response, parsed: unknown): CallError =>
  isErrorBody(parsed)
    ? new CallError(status, parsed.code ?? 'UNKNOWN_ERROR', parsed.error, true, undefined, parsed.details)
    : new CallError(status, 'UNKNOWN_ERROR', errors.UNKNOWN_ERROR.message, false)

/** The outage that is already reported in the console. It is reported once, not for each call. */
let reported: Date | undefined

/** Logs a failed operation to the console: its code, never an answer of an applicant. */
export function report(operation: string, error: unknown): void {
  const since = offlineSince()
  if (since !== undefined && since === reported && error instanceof CallError && error.status === 0) return
  reported = since
  if (error instanceof CallError) console.error(`desk: ${operation} failed`, { code: error.code, status: error.status })
  else console.error(`desk: ${operation} failed`, error)
}
