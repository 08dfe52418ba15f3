import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { paths } from '../../api/paths.ts'
import type { ErrorBody, SubmitResponse } from '../../api/responses.ts'
import { second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { withBody } from '../http/body.ts'
import { errorBody, errorLog, retryAfter, statusOf } from '../http/error-response.ts'
import { clientAddress } from '../http/request.ts'
import type { Headers } from '../http/security-headers.ts'
import { ofNode } from '../http/sent.ts'
import { receive } from './receive.ts'
import { acceptsPage, capsOf, countable, countingInvalid, type Intake, readSent, submitResponse } from './routes.ts'
import { senderOf } from './suspicion.ts'

/** Answers a submission; returns false, and does nothing, when the request is not one, or needs a page as its response. */
type AnswerSubmission = (request: IncomingMessage, response: ServerResponse) => boolean

interface SubmissionListening extends Intake {
  readonly trustProxy: number
  readonly log: Logger
  /** Headers of every response. */
  readonly headers: Headers
  /** Called after each response, with `accepted` or the error code as the outcome. */
  record(seconds: number, outcome: string): void
}

/**
 * Answers submissions that scripts send, before Hono sees the request: making a web `Request` costs more than all the checks. A form that a
 * browser posts without script gets a page as its response, and goes to the routes.
 */
export function submissionListener(parts: SubmissionListening): AnswerSubmission {
  const { forms, log, now, trustProxy } = parts
  const caps = capsOf(forms)
  const headers = {
    ...parts.headers,
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'content-type': 'application/json',
  }

  /** @throws AppError */
  async function accept(request: IncomingMessage): Promise<SubmitResponse> {
    const sent = ofNode(request)
    const ip = clientAddress(request.socket.remoteAddress, sent.header('x-forwarded-for'), trustProxy)
    const sender = senderOf(sent.header, ip, parts.publicUrl)
    // Checked before the body is read: a refusal must cost less than a submission.
    const submission = countable(sender, sent.header)
    const speed = await parts.limit.count(submission, now())
    return countingInvalid(parts, { ...submission, speed }, () =>
      withBody(sent, caps, async (body) => {
        const { submission: read, files, from } = readSent(parts, sent, body)
        return submitResponse(parts, await receive(parts, read, files, { ...sender, speed, ...from }))
      }),
    )
  }

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const began = performance.now()
    const requestLog = { request: newId(now()), method: 'POST', path }
    let status = 201
    let content: SubmitResponse | ErrorBody
    let outcome = 'accepted'
    let wait: string | undefined
    try {
      content = await accept(request)
    } catch (error) {
      status = statusOf(error)
      content = errorBody(error, now())
      outcome = error instanceof AppError ? error.code : 'UNKNOWN_ERROR'
      wait = retryAfter(error)
      const failure = errorLog(error, `POST ${path}`)
      if (failure !== undefined) log.error({ request: requestLog.request, ...failure }, 'request failed')
    }
    const body = JSON.stringify(content)
    response.writeHead(status, {
      ...headers,
      'content-length': Buffer.byteLength(body),
      ...(wait !== undefined && { 'retry-after': wait }),
      // The rest of any other body is read and discarded, so that the client sees the response.
      ...(!request.complete && (status === 408 || status === 413) && { connection: 'close' }),
    })
    response.end(body)
    const ms = performance.now() - began
    log.info({ ...requestLog, status, ms: Math.round(ms) }, 'request')
    parts.record(ms / second, outcome)
  }

  return (request, response) => {
    const { method, url, headers: sent } = request
    if (method !== 'POST' || (url !== paths.submit && url !== paths.sheet) || acceptsPage(sent.accept)) return false
    answer(request, response, url).catch((error: unknown) => {
      log.error({ err: error, operation: `POST ${url}` }, 'request failed')
      response.destroy()
    })
    return true
  }
}
