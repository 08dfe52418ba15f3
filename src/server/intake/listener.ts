import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { paths } from '../../api/paths.ts'
import type { SubmitReply } from '../../api/replies.ts'
import { second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { withBody } from '../http/body.ts'
import { errorBody, errorLog, retryAfter, statusOf } from '../http/error-reply.ts'
import { clientAddress } from '../http/request.ts'
import type { Headers } from '../http/security-headers.ts'
import { ofNode } from '../http/sent.ts'
import { receive } from './receive.ts'
import { capsOf, countable, type Intake, readSent, submitReply, takesPage } from './routes.ts'
import { senderOf } from './suspicion.ts'

/** Answers a submission; false when the request is none, or is to be answered with a page, and nothing was done. */
export type AnswerSubmission = (request: IncomingMessage, response: ServerResponse) => boolean

export interface SubmissionListening extends Intake {
  readonly trustProxy: number
  readonly log: Logger
  /** Headers that every reply has. */
  readonly headers: Headers
  /** Called after each reply: how long it took, and `accepted` or the code of what it was refused for. */
  record(seconds: number, outcome: string): void
}

/**
 * Answers submissions that scripts send, before any other part of the server sees the request: it makes no object of the web's kind for a request, which
 * costs more than all the checks. What a browser posts by itself has pages for answers, and goes to the routes.
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
  async function accept(request: IncomingMessage): Promise<SubmitReply> {
    const sent = ofNode(request)
    const ip = clientAddress(request.socket.remoteAddress, sent.header('x-forwarded-for'), trustProxy)
    const sender = senderOf(sent.header, ip, parts.publicUrl)
    // before a byte of the body is read: what is refused must not cost what a submission costs
    const speed = await parts.count(countable(sender, sent.header), now())
    return withBody(sent, caps, async (body) => {
      const { submission, files, from } = readSent(parts, sent, body)
      return submitReply(parts, await receive(parts, submission, files, { ...sender, speed, ...from }))
    })
  }

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const began = performance.now()
    const requestLog = { request: newId(now()), method: 'POST', path }
    let [status, reply, outcome, wait]: [number, unknown, string, string | undefined] = [201, undefined, 'accepted', undefined]
    try {
      reply = await accept(request)
    } catch (error) {
      status = statusOf(error)
      reply = errorBody(error, now())
      outcome = error instanceof AppError ? error.code : 'UNKNOWN_ERROR'
      wait = retryAfter(error)
      const failure = errorLog(error, `POST ${path}`)
      if (failure !== undefined) log.error({ request: requestLog.request, ...failure }, 'request failed')
    }
    const body = JSON.stringify(reply)
    response.writeHead(status, {
      ...headers,
      'content-length': Buffer.byteLength(body),
      ...(wait !== undefined && { 'retry-after': wait }),
      // what is left of other bodies is read and forgotten, so that the client sees the reply
      ...(!request.complete && (status === 408 || status === 413) && { connection: 'close' }),
    })
    response.end(body)
    const ms = performance.now() - began
    log.info({ ...requestLog, status, ms: Math.round(ms) }, 'request')
    parts.record(ms / second, outcome)
  }

  return (request, response) => {
    const { method, url, headers: sent } = request
    if (method !== 'POST' || (url !== paths.submit && url !== paths.sheet) || takesPage(sent.accept)) return false
    answer(request, response, url).catch((error: unknown) => {
      log.error({ err: error, operation: `POST ${url}` }, 'request failed')
      response.destroy()
    })
    return true
  }
}
