import type { Logger } from 'pino'
import { publicUrlPlaceholder } from '../../shared/built-pages.ts'
import { minute } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { type PageRenderer, startRenderer } from './renderer.ts'
import type { PublishedPages } from './site.ts'

/** Renderers for one server. While the site is edited, one is ready for the next preview or publish. */
interface Renderers {
  /** The ready one, or else a new one. It renders one revision, and whoever took it ends it. */
  start(): PageRenderer
  /** Takes one, and keeps another ready for files like these, for some minutes. */
  startAndPrepare(files: Readonly<Record<string, string>>): PageRenderer
}

/** How long a renderer waits for the next preview or publish. */
const idleMs = 3 * minute

/** Starts renderers. @param entry the program of the renderer */
export function openRenderers(entry: string): Renderers {
  let ready: { readonly renderer: PageRenderer; readonly timer: NodeJS.Timeout } | undefined
  function start(): PageRenderer {
    const taken = ready?.renderer.isRunning() ? ready.renderer : startRenderer(entry)
    clearTimeout(ready?.timer)
    ready = undefined
    return taken
  }
  return {
    start,
    startAndPrepare(files) {
      const taken = start()
      const renderer = startRenderer(entry)
      renderer.prepare(files)
      const timer = setTimeout(() => {
        renderer.end()
        ready = undefined
      }, idleMs)
      timer.unref()
      ready = { renderer, timer }
      return taken
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
    const renderer = renderers.startAndPrepare(files)
    try {
      const { pages } = await renderer.render({ files, at, paths: [page] })
      return Object.values(pages)[0]?.replaceAll(publicUrlPlaceholder, publicUrl)
    } catch (cause) {
      log.warn({ err: cause, operation: 'preview' }, 'a page cannot be shown')
      throw new AppError('FORM_VALIDATION_FAILED', {
        message: 'The page cannot be shown while its document has faults.',
        cause,
      })
    } finally {
      renderer.end()
    }
  }
}
