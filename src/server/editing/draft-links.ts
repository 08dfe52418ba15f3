import { randomBytes } from 'node:crypto'
import { paths } from '../../api/paths.ts'
import { fillPath } from '../../api/route.ts'
import { routes } from '../../api/routes.ts'
import { mergeFiles } from '../../content/files.ts'
import { after, day, hour } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { storedSize } from '../../shared/stored-pictures.ts'
import { sha256 } from '../crypto/hashes.ts'
import { readObject } from '../http/body.ts'
import { invalid, readText } from '../http/faults.ts'
import { enforce } from '../http/limits.ts'
import { Routes, succeeded } from '../http/routes.ts'
import { pagePolicy } from '../pages/content-policy.ts'
import type { Rate } from '../start/config.ts'
import type { Limits } from '../storage/limits.ts'
import type { Settings } from '../storage/settings.ts'
import { type Editing, explained, pictureResponse, withoutScripts } from './routes.ts'

/** What the links to drafts need. */
export interface DraftLinks extends Editing {
  readonly settings: Settings
  readonly limits: Limits
  readonly publicUrl: string
}

/** The link to the draft of a post: the hash of its token, and when it ends. ISO 8601. */
interface DraftLink {
  readonly hash: string
  readonly until: string
}

type Links = Readonly<Record<string, DraftLink>>

const settingName = 'draft links'
const linkLife = 14 * day
/** A page of a draft is rendered at each view. */
const views: Rate = { count: 120, periodMs: hour }

/** The links by the path of their post, at most one each: made, shown as pages to whoever has one, and ended. */
export function draftLinkRoutes({ edits, pages, settings, limits, publicUrl, now }: DraftLinks): readonly Routes[] {
  const stored = async (): Promise<{ readonly links: Links; readonly revision: number }> => {
    const { value, revision = 0 } = (await settings.get(settingName)) ?? {}
    const links = Object.entries((value ?? {}) as Links).filter(([, { until }]) => new Date(until) > now())
    return { links: Object.fromEntries(links), revision }
  }
  /** Replaces the link of a post; undefined ends it. */
  async function put(path: string, link: DraftLink | undefined): Promise<void> {
    const { links, revision } = await stored()
    const { [path]: _, ...remaining } = links
    const next = link === undefined ? remaining : { ...remaining, [path]: link }
    if ((await settings.put(settingName, next, revision)) === 'stale') await put(path, link)
  }
  /** The draft to which a token leads, with the files of the site around it. @throws AppError RECORD_NOT_FOUND */
  async function draftOf(token: string) {
    const hash = sha256(token)
    const path = Object.entries((await stored()).links).find(([, link]) => link.hash === hash)?.[0]
    const { readDesk } = await import('./editor.ts')
    const desk = path === undefined ? undefined : await readDesk(edits)
    const text = desk?.drafts[path ?? '']?.text
    if (path === undefined || desk === undefined || !text)
      throw new AppError('RECORD_NOT_FOUND', { message: 'This link has ended, or the draft is published.' })
    return { path, text, files: mergeFiles(desk.live, { [path]: text }) }
  }
  const admin = new Routes('admin')
    .on(routes.draftLink, async (context) => {
      const { links } = await stored()
      return { until: links[context.req.query('path') ?? '']?.until ?? null }
    })
    .on(routes.makeDraftLink, async (context) => {
      const path = readText('path', (await readObject(context)).path, 200)
      const { isPost } = await import('./documents.ts')
      if (!isPost(path)) throw invalid('path', 'Only the draft of a post has a link')
      const token = randomBytes(24).toString('base64url')
      const until = after(now(), linkLife).toISOString()
      await put(path, { hash: sha256(token), until })
      return { url: publicUrl + fillPath(paths.draftPage, { token }), until }
    })
    .on(routes.endDraftLink, async (context) => {
      await put(readText('path', (await readObject(context)).path, 200), undefined)
      return succeeded
    })
  const holder = new Routes('holder')
    .get(paths.draftPage, async (context) => {
      const token = context.req.param('token')
      const { path, files } = await draftOf(token)
      await enforce(limits, `draft:${path}`, views, now())
      const { pageOf, shownAt } = await import('./editor.ts')
      const drawn = await pages.preview(files, pageOf(path), shownAt(files, path, now())).catch(explained)
      if (drawn === undefined) throw new AppError('RECORD_NOT_FOUND', { message: 'This draft has no page.' })
      const html = withoutScripts(drawn).replaceAll(
        fillPath(paths.storedPicture, { name: '' }),
        fillPath(paths.draftPicture, { token, name: '' }),
      )
      context.header('Content-Security-Policy', pagePolicy(html, []))
      return context.html(html, 200, { 'Referrer-Policy': 'no-referrer' })
    })
    .get(paths.draftPicture, async (context) => {
      const { token, name } = context.req.param()
      const { text } = await draftOf(token)
      const isNamed = storedSize(name) !== undefined && text.includes(name)
      return pictureResponse(context, name, isNamed ? await edits.pictures.get(name) : undefined)
    })
  return [admin, holder]
}
