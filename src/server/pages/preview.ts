import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Files } from '../../content/files.ts'
import { publicUrlPlaceholder } from '../../shared/built-pages.ts'
import { minute, second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { Rendered, RenderRequest } from '../../shared/rendering.ts'
import { type PageRenderer, startRenderer } from './renderer.ts'
import type { PublishedPages } from './site.ts'

/** Renders with a process for each revision of the content. */
interface Renderers {
  /** Renders these files, by default those of the build. @throws as `PageRenderer` */
  render(files: Files | undefined, request: Omit<RenderRequest, 'files'>): Promise<Rendered>
  /** Begins to render all pages of files that are about to be published. */
  renderAhead(files: Files, at: Date): void
  /** All pages of these files at a time: those that were rendered ahead, unless they are older than `moment`. @throws as `PageRenderer` */
  renderAll(files: Files | undefined, at: Date, moment: number): Promise<Rendered>
  /** Called while the site is edited: for some minutes, the process of the last files stays, for their publish, and one more gets ready for the next ones. */
  stayReady(): void
}

/** How long processes wait for the next preview or publish. */
const idleMs = 3 * minute

/** Posts appear when a day begins, at a quarter of an hour in every time zone. */
const quarterMs = 15 * minute

/** The same for files and times that one process renders: it reads files, and which posts have appeared, once. */
const keyOf = (files: Files | undefined, at: Date): string =>
  hash('sha256', JSON.stringify([Object.entries(files ?? {}).toSorted(), Math.floor(at.getTime() / quarterMs)]))

/** @param entry the program of the renderer */
export function openRenderers(entry: string): Renderers {
  let loaded: { readonly key: string; readonly renderer: PageRenderer } | undefined
  let prepared: PageRenderer | undefined
  let idle: NodeJS.Timeout | undefined
  let ahead: { readonly key: string; readonly at: Date; readonly pages: Promise<Rendered | undefined> } | undefined

  /** The process for these files: the one that has read them, the one that is ready, or a new one. */
  function renderer(key: string): PageRenderer {
    if (loaded?.key === key && loaded.renderer.isRunning()) return loaded.renderer
    const next = prepared?.isRunning() ? prepared : startRenderer(entry)
    prepared = undefined
    loaded?.renderer.retire()
    loaded = { key, renderer: next }
    return next
  }

  function forget(ended: PageRenderer): void {
    ended.retire()
    if (loaded?.renderer === ended) loaded = undefined
  }

  const render: Renderers['render'] = async (files, request) => {
    const used = renderer(keyOf(files, request.at))
    try {
      const rendered = await used.render({ ...request, ...(files && { files }) })
      // The pictures of the same files are drawn next.
      if (idle === undefined) setTimeout(() => idle === undefined && forget(used), second).unref()
      return rendered
    } catch (error) {
      forget(used)
      throw error
    } finally {
      if (idle !== undefined && files !== undefined && prepared === undefined) {
        prepared = startRenderer(entry)
        prepared.prepare(files)
      }
    }
  }

  function stayReady(): void {
    clearTimeout(idle)
    idle = setTimeout(() => {
      idle = undefined
      ahead = undefined
      prepared?.end()
      prepared = undefined
      loaded?.renderer.retire()
      loaded = undefined
    }, idleMs)
    idle.unref()
  }

  return {
    render,
    stayReady,
    renderAhead(files, at) {
      stayReady()
      const key = keyOf(files, at)
      // The publish renders what failed again, and reports why.
      if (ahead?.key !== key) ahead = { key, at, pages: render(files, { at }).catch(() => undefined) }
    },
    async renderAll(files, at, moment) {
      const made = ahead?.key === keyOf(files, at) && ahead.at.getTime() >= moment ? ahead.pages : undefined
      ahead = undefined
      return (await made) ?? render(files, { at })
    },
  }
}

interface Parts {
  readonly renderers: Renderers
  readonly publicUrl: string
  readonly log: Logger
}

/** Renders pages from files that are not published. */
export function previews({ renderers, publicUrl, log }: Parts): PublishedPages['preview'] {
  return async (files, page, at) => {
    renderers.stayReady()
    try {
      const { pages } = await renderers.render(files, { at, paths: [page] })
      return Object.values(pages)[0]?.replaceAll(publicUrlPlaceholder, publicUrl)
    } catch (cause) {
      log.warn({ err: cause, operation: 'preview' }, 'a page cannot be shown')
      throw new AppError('FORM_VALIDATION_FAILED', {
        message: 'The page cannot be shown while its document has faults.',
        cause,
      })
    }
  }
}
