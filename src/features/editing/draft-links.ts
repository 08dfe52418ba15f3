import { randomBytes } from 'node:crypto'
import { paths } from '../../api/paths.ts'
import { fillPath } from '../../api/route.ts'
import { mergeFiles } from '../../content/files.ts'
import { sha256 } from '../../server/crypto/hashes.ts'
import type { Limits } from '../../server/database/limits.ts'
import { readObject } from '../../server/http/body.ts'
import { invalid, readText } from '../../server/http/faults.ts'
import { enforce } from '../../server/http/limits.ts'
import { Routes, succeeded } from '../../server/http/routes.ts'
import { pagePolicy } from '../../server/pages/content-policy.ts'
import { pictureResponse } from '../../server/pages/stored-pictures.ts'
import { after, day, hour } from '../../shared/dates.ts'
import type { Rate } from '../../shared/durations.ts'
import { AppError } from '../../shared/errors.ts'
import { storedSize } from '../../shared/stored-pictures.ts'
import { draftPaths, siteRoutes } from './api.ts'
import { explained, withoutScripts } from './preview-routes.ts'
import type { Editing } from './routes.ts'

/** What the links to drafts need. */
interface DraftLinks extends Editing {
  readonly limits: Limits
  readonly publicUrl: string
}

const linkLife = 14 * day
/** A page of a draft is rendered at each view. */
const views: Rate = { count: 120, periodMs: hour }

/** The links to the drafts of posts, at most one each: made, shown as pages to whoever has one, and ended. A link ends with its draft. */
export function draftLinkRoutes({ edits, pages, limits, publicUrl, now }: DraftLinks): readonly Routes[] {
  const linkAt = async (by: Parameters<typeof edits.link>[0]) => {
    const link = await edits.link(by)
    return link !== undefined && link.until > now() ? link : undefined
  }
  /** The draft to which a token leads, with the files of the site around it. @throws AppError RECORD_NOT_FOUND */
  async function draftOf(token: string) {
    const path = (await linkAt({ hash: sha256(token) }))?.path
    const { readDesk } = await import('../../server/editing/editor.ts')
    const desk = path === undefined ? undefined : await readDesk(edits)
    const text = desk?.drafts.get(path ?? '')?.text
    if (path === undefined || desk === undefined || !text)
      throw new AppError('RECORD_NOT_FOUND', { message: 'This link has ended, or the draft is published.' })
    return { path, text, files: mergeFiles(desk.live, { [path]: text }) }
  }
  const admin = new Routes('admin')
    .on(siteRoutes.draftLink, async (context) => {
      const link = await linkAt({ path: context.req.query('path') ?? '' })
      return { until: link?.until.toISOString() ?? null }
    })
    .on(siteRoutes.makeDraftLink, async (context) => {
      const path = readText('path', (await readObject(context)).path, 200)
      const { isPost } = await import('../../server/editing/documents.ts')
      if (!isPost(path)) throw invalid('path', 'Only the draft of a post has a link')
      const token = randomBytes(24).toString('base64url')
      const until = after(now(), linkLife)
      if (!(await edits.setLink(path, { hash: sha256(token), until }))) throw invalid('path', 'This post has no draft')
      return { url: publicUrl + fillPath(draftPaths.page, { token }), until: until.toISOString() }
    })
    .on(siteRoutes.endDraftLink, async (context) => {
      await edits.setLink(readText('path', (await readObject(context)).path, 200), null)
      return succeeded
    })
  const holder = new Routes('holder')
    .get(draftPaths.page, async (context) => {
      const token = context.req.param('token')
      const { path, files } = await draftOf(token)
      await enforce(limits, `draft:${path}`, views, now())
      const { pageOf, shownAt } = await import('../../server/editing/document-pages.ts')
      const drawn = await pages.preview(files, pageOf(path), shownAt(files, path, now())).catch(explained)
      if (drawn === undefined) throw new AppError('RECORD_NOT_FOUND', { message: 'This draft has no page.' })
      const html = withoutScripts(drawn).replaceAll(
        fillPath(paths.storedPicture, { name: '' }),
        fillPath(draftPaths.picture, { token, name: '' }),
      )
      context.header('Content-Security-Policy', pagePolicy(html, []))
      return context.html(html, 200, { 'Referrer-Policy': 'no-referrer' })
    })
    .get(draftPaths.picture, async (context) => {
      const { token, name } = context.req.param()
      const { text } = await draftOf(token)
      const isNamed = storedSize(name) !== undefined && text.includes(name)
      return pictureResponse(context, name, isNamed ? await edits.pictures.get(name) : undefined)
    })
  return [admin, holder]
}
