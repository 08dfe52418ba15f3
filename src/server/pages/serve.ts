import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { second } from '../../shared/dates.ts'
import { searchOf } from '../http/request.ts'
import { anyPath, Routes } from '../http/routes.ts'
import { speaking } from '../http/speaking.ts'
import { pageAt, type Visit } from '../http/visit.ts'
import type { FormLanguage } from '../intake/submission.ts'
import { type DrawKeepLink, serveSubmitted } from './drawn.ts'
import { bytesOf } from './load.ts'
import { assetAt, isSubmitted, type PageResponse, type PageResponses } from './responses.ts'
import type { Site } from './site.ts'

const movedPostsPath = '/blog/moved.json'

const toResponse = (context: Context, { status, headers, body }: PageResponse): Response => {
  const pairs = Array.from({ length: headers.length / 2 }, (_, n): [string, string] => [
    headers[2 * n] ?? '',
    headers[2 * n + 1] ?? '',
  ])
  return new Response(context.req.method === 'HEAD' ? null : (body ?? null), { status, headers: pairs })
}

/** The path of a post that was at `path`; undefined when there was none. */
function movedTo(site: Site, path: string): string | undefined {
  const list = path.startsWith('/blog/') ? site.get(movedPostsPath) : undefined
  if (list === undefined) return undefined
  const moved: Readonly<Record<string, string>> = JSON.parse(new TextDecoder().decode(bytesOf(list)))
  return Object.hasOwn(moved, path) ? moved[path] : undefined
}

/** The route for all other paths: success pages, which depend on the query, and the page for paths at which there is nothing. */
export function pageRoutes(
  site: Site,
  responses: PageResponses,
  publicUrl: string,
  drawKeepLink: DrawKeepLink,
  languages: readonly FormLanguage[],
): Routes {
  return new Routes('public').get(anyPath, (context) => {
    const { path } = context.req
    const asset = assetAt(site, path)
    const language = languages.find(({ code }) => path.startsWith(`/${code}/`))
    if (asset !== undefined && isSubmitted(path))
      return speaking(language?.speech, () => serveSubmitted(context, asset, publicUrl, drawKeepLink))
    // Letters are a part of the site's map.
    if (path === '/app/letters') return context.redirect('/app/site#letters', 301)
    const moved = asset === undefined ? movedTo(site, path.toLowerCase()) : undefined
    if (moved !== undefined) return context.redirect(moved + searchOf(context), 308)
    const conditions = {
      acceptEncoding: context.req.header('accept-encoding'),
      ifNoneMatch: context.req.header('if-none-match'),
    }
    // This finds pages whose path was encoded in a form that the listener does not recognise.
    const response = responses.find(path + searchOf(context), conditions) ?? responses.missing(path, conditions)
    return response === undefined ? context.text('Not found', 404) : toResponse(context, response)
  })
}

/** Answers a request for a page; returns false, and does nothing, for any other request. */
export type AnswerPage = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Serves built files before Hono sees the request, because nearly all requests are for them.
 * @param count called after each response with its duration
 * @param visited called with what a person may have opened: a whole page, and none that a browser fetched ahead
 */
export const pageListener =
  (responses: PageResponses, count: (seconds: number) => void, visited: (visit: Visit) => void): AnswerPage =>
  (request, response) => {
    const { method, url, headers } = request
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false
    const began = performance.now()
    const prepared = responses.find(url, {
      acceptEncoding: headers['accept-encoding'] as string | undefined,
      ifNoneMatch: headers['if-none-match'],
    })
    if (prepared === undefined) return false
    // Node.js accepts a flat list of names and values, and sends no body for HEAD.
    response.writeHead(prepared.status, prepared.headers as string[])
    response.end(prepared.body)
    count((performance.now() - began) / second)
    const isOpened = method === 'GET' && (prepared.status === 200 || prepared.status === 304)
    const page = isOpened && headers['sec-purpose'] === undefined ? pageAt(url) : undefined
    if (page !== undefined) visited({ kind: 'seen', page, agent: headers['user-agent'] })
    return true
  }
