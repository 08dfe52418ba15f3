import { anyPath, Routes } from '../http/routes.ts'
import type { Asset } from './load.ts'
import { serveAsset } from './serve.ts'
import { serveSubmitted } from './submitted.ts'

/** What stands at a path; undefined where nothing does. */
export function assetAt(site: ReadonlyMap<string, Asset>, path: string): Asset | undefined {
  // what is found by another name than its own is no page: 404.html is only ever an answer to what is not there
  if (path === '/404' || path === '/blog/not-found') return undefined
  return site.get(path) ?? (path.startsWith('/app/dashboard/') ? site.get('/app/dashboard') : undefined)
}

/** The built pages and what they load. */
export function pageRoutes(site: ReadonlyMap<string, Asset>): Routes {
  const app = new Routes('public')
  app.get(anyPath, (context) => {
    const path = context.req.path
    if (path.length > 1 && path.endsWith('/') && site.has(path.replace(/\/+$/, '')))
      return context.redirect(path.replace(/\/+$/, '') + new URL(context.req.url).search, 301)
    const asset = assetAt(site, path)
    if (asset !== undefined && path.endsWith('/submitted')) return serveSubmitted(context, asset)
    if (asset !== undefined) return serveAsset(context, asset)
    const missing = (path.startsWith('/blog/') ? site.get('/blog/not-found') : undefined) ?? site.get('/404')
    return missing === undefined ? context.text('Not found', 404) : serveAsset(context, missing, 404)
  })
  return app
}
