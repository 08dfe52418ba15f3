import type { Context } from 'hono'
import { html } from 'hono/html'
import { paths } from '../../api/paths.ts'
import { fillPath } from '../../api/route.ts'
import { Routes } from '../../server/http/routes.ts'
import { pagePolicy } from '../../server/pages/content-policy.ts'
import { dayOf } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { siteRoutes } from './api.ts'
import type { Editing } from './routes.ts'

/** A page as a picture of it: nothing is sent or stored from a preview. */
export const withoutScripts = (html: string): string =>
  html
    .split('<script')
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('</script>') + '</script>'.length)))
    .join('')

const isFault = (error: unknown): error is AppError => error instanceof AppError && error.code === 'FORM_VALIDATION_FAILED'

/** The frame of the editor shows why there is no page. */
export function explained(error: unknown): string {
  if (isFault(error)) return sentencePage(error.message)
  throw error
}

/** A page with one sentence, for the frame of a document whose page cannot be shown. */
const sentencePage = (sentence: string): string =>
  String(html`<!doctype html><html lang="en"><title>${sentence}</title><p>${sentence}</p></html>`)

/** The pages of documents for frames of the desk: as they are served, or with drafts. */
export const previewRoutes = ({ edits, pages, now }: Omit<Editing, 'log'>): Routes =>
  new Routes('admin').on(siteRoutes.sitePreview, async (context) => {
    const live = context.req.query('live')
    if (live !== undefined) return shownPage(context, pages.page(context.req.query('page') ?? ''), 'private, max-age=3600')
    const [{ existing, filesWith, readDesk }, { pageOf, shownAt }, { previewFiles }] = await Promise.all([
      import('../../server/editing/editor.ts'),
      import('../../server/editing/document-pages.ts'),
      import('./preview-files.ts'),
    ])
    const path = context.req.query('path') ?? ''
    const desk = await readDesk(edits)
    // What a publish of some drafts shows, or the page with all of them.
    const only = context.req.query('only')?.split(',')
    const { files, without } = only ? { files: filesWith(desk, only), without: [] } : previewFiles(desk, path, dayOf(now()))
    let drawn: string | undefined
    try {
      drawn = await pages.preview(files, pageOf(path), shownAt(files, path, now()))
      if (drawn === undefined) existing(desk, path)
    } catch (error) {
      // The frame keeps the page that it has.
      if (context.req.query('over') !== undefined && isFault(error)) return context.body(null, 204)
      drawn = explained(error)
    }
    return shownPage(context, drawn && (without.length === 0 ? drawn : named(drawn, without)))
  })

/** A page for a frame of the desk, without scripts; a sentence where there is none. The desk also sees pictures that only a draft names. */
function shownPage(context: Context, drawn: string | undefined, caching = 'no-store'): Response {
  const page = withoutScripts(drawn ?? sentencePage('This document has no page yet.')).replaceAll(
    fillPath(paths.storedPicture, { name: '' }),
    fillPath(siteRoutes.sitePicture.path, { name: '' }),
  )
  context.header('Cache-Control', drawn === undefined ? 'no-store' : caching)
  context.header('X-Robots-Tag', 'noindex, nofollow')
  context.header('Content-Security-Policy', pagePolicy(page, [], true))
  context.header('X-Frame-Options', 'SAMEORIGIN')
  return context.html(page)
}

/** A page that says which drafts it is without. */
function named(page: string, without: readonly string[]): string {
  const sentence =
    without.length === 1
      ? `The draft of ${without[0]} has faults. This page is drawn without it.`
      : `The drafts of ${without.join(', ')} have faults. This page is drawn without them.`
  const start = page.indexOf('>', page.indexOf('<body')) + 1
  return `${page.slice(0, start)}${html`<p role="status">${sentence}</p>`}${page.slice(start)}`
}
