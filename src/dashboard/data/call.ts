import type { ErrorBody } from '../../api/replies.ts'
import { type ErrorCode, errors } from '../../shared/errors.ts'

/** A call that did not succeed. `status` is 0 and the code NETWORK_ERROR when no answer came. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: ErrorCode
  /** Whether `message` is the server's own sentence, and not one that stands in for it. */
  readonly told: boolean
  /** What is wrong with each field that was sent, by its name. */
  readonly details: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: ErrorCode,
    say: string,
    told: boolean,
    cause?: unknown,
    details: Readonly<Record<string, string>> = {},
  ) {
    super(say, { cause })
    this.details = details
    this.status = status
    this.code = code
    this.told = told
  }
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Lets the call outlive the page. */
  readonly keepalive?: boolean
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && typeof (body as ErrorBody).error === 'string' && (body as ErrorBody).error !== ''

/**
 * Calls the API and returns its reply.
 * @throws Refusal for anything else than a reply that says `success`; AbortError when `signal` ended the call.
 */
export async function call<Reply>(path: string, { method = 'GET', body, headers, signal, keepalive }: Call = {}): Promise<Reply> {
  let response: Response
  try {
    response = await fetch(path, {
      method,
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
      signal,
      keepalive,
    })
  } catch (cause) {
    if (signal?.aborted && (signal.reason as Error | undefined)?.name !== 'TimeoutError') throw cause
    throw new Refusal(0, 'NETWORK_ERROR', errors.NETWORK_ERROR.say, false, cause)
  }
  const reply: unknown = await response.json().catch(() => undefined)
  if (response.ok && typeof reply === 'object' && reply !== null && (reply as { success?: unknown }).success === true)
    return reply as Reply
  throw refusal(response, reply)
}

/** What an answer that is no success comes to. `reply`: its body, as far as that could be read. */
export const refusal = ({ status }: Response, reply: unknown): Refusal =>
  isErrorBody(reply)
    ? new Refusal(status, reply.code ?? 'UNKNOWN_ERROR', reply.error, true, undefined, reply.details)
    : new Refusal(status, 'UNKNOWN_ERROR', errors.UNKNOWN_ERROR.say, false)

/** Writes a failure to the console with what was being done: the code, never an answer. */
export function report(operation: string, error: unknown): void {
  if (error instanceof Refusal) console.error(`desk: ${operation} failed`, { code: error.code, status: error.status })
  else console.error(`desk: ${operation} failed`, error)
}
