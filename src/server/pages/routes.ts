import { Hono } from 'hono'
import type { Web } from '../http/web.ts'
import type { Asset } from './load.ts'
import { serveAsset } from './serve.ts'
import { serveSubmitted } from './submitted.ts'

/** The built pages and what they load. */
export function pageRoutes(site: ReadonlyMap<string, Asset>): Hono<Web> {
  const app = new Hono<Web>()
  app.get('*', (context) => {
    const place = context.req.path
    if (place.length > 1 && place.endsWith('/') && site.has(place.replace(/\/+$/, '')))
      return context.redirect(place.replace(/\/+$/, '') + new URL(context.req.url).search, 301)
    const asset = site.get(place) ?? (place.startsWith('/app/dashboard/') ? site.get('/app/dashboard') : undefined)
    if (asset !== undefined && place.endsWith('/submitted')) return serveSubmitted(context, asset)
    // what is found by another name than its own is no page: 404.html is only ever an answer to what is not there
    if (asset !== undefined && place !== '/404' && place !== '/blog/not-found') return serveAsset(context, asset)
    const missing = (place.startsWith('/blog/') ? site.get('/blog/not-found') : undefined) ?? site.get('/404')
    return missing === undefined ? context.text('Not found', 404) : serveAsset(context, missing, 404)
  })
  return app
}
