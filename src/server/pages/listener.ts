import type { IncomingMessage, ServerResponse } from 'node:http'
import { second } from '../../shared/dates.ts'
import type { PageReplies } from './replies.ts'

/** Answers a request when it is for a page; false when it is not, and nothing was done. */
export type AnswerPage = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Answers with built files before any other part of the server sees the request: nearly all requests are for them, and they need nothing else.
 * @param count is told of each answer, in seconds
 */
export const pageListener =
  (replies: PageReplies, count: (seconds: number) => void): AnswerPage =>
  (request, response) => {
    const { method, url, headers } = request
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false
    const began = performance.now()
    const reply = replies.find(url, {
      acceptEncoding: headers['accept-encoding'] as string | undefined,
      ifNoneMatch: headers['if-none-match'],
    })
    if (reply === undefined) return false
    // Node.js takes names and values in turns, and sends no body for HEAD
    response.writeHead(reply.status, reply.headers as string[])
    response.end(reply.body)
    count((performance.now() - began) / second)
    return true
  }
