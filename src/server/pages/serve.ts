import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { second } from '../../shared/dates.ts'
import { anyPath, Routes } from '../http/routes.ts'
import { type DrawKeepLink, serveSubmitted } from './drawn.ts'
import { assetAt, isSubmitted, type PageReplies, type PageReply } from './replies.ts'
import type { Site } from './site.ts'

const toResponse = (context: Context, { status, headers, body }: PageReply): Response => {
  const pairs = Array.from({ length: headers.length / 2 }, (_, n): [string, string] => [
    headers[2 * n] ?? '',
    headers[2 * n + 1] ?? '',
  ])
  return new Response(context.req.method === 'HEAD' ? null : (body ?? null), { status, headers: pairs })
}

/** Whatever no other route takes: the pages that show what the request names, and the page for what is not there. */
export function pageRoutes(site: Site, replies: PageReplies, publicUrl: string, drawKeepLink: DrawKeepLink): Routes {
  const app = new Routes('public')
  app.get(anyPath, (context) => {
    const { path } = context.req
    const asset = assetAt(site, path)
    if (asset !== undefined && isSubmitted(path)) return serveSubmitted(context, asset, publicUrl, drawKeepLink)
    const conditions = {
      acceptEncoding: context.req.header('accept-encoding'),
      ifNoneMatch: context.req.header('if-none-match'),
    }
    // found here are the pages whose address was written in another way than the listener reads it
    const reply = replies.find(path + new URL(context.req.url).search, conditions) ?? replies.missing(path, conditions)
    return reply === undefined ? context.text('Not found', 404) : toResponse(context, reply)
  })
  return app
}

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
