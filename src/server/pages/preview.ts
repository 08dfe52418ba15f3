import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Files } from '../../content/files.ts'
import { publicUrlPlaceholder } from '../../shared/built-pages.ts'
import { minute, second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { Rendered, RenderRequest } from '../../shared/rendering.ts'
import { type PageRenderer, startRenderer } from './renderer.ts'
import type { PublishedPages } from './site.ts'

/** Renders with a process for each revision of the content, one render after the other, so that there are at most two processes: the last one, and one that gets ready. */
interface Renderers {
  /** Renders these files, by default those of the build, before the previews that wait. @throws as `PageRenderer` */
  render(files: Files | undefined, request: Omit<RenderRequest, 'files'>): Promise<Rendered>
  /** One page for a preview. Those who ask for the same one share a render. @throws as `PageRenderer`; AppError 503 when too many wait */
  preview(files: Files, page: string, at: Date): Promise<string | undefined>
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

/** How many previews wait at most. Each takes a third of a second. */
const mostPreviews = 10

/** @param entry the program of the renderer */
export function openRenderers(entry: string): Renderers {
  let loaded: { readonly key: string; readonly renderer: PageRenderer } | undefined
  let prepared: PageRenderer | undefined
  let idle: NodeJS.Timeout | undefined
  let ahead: { readonly key: string; readonly at: Date; readonly pages: Promise<Rendered | undefined> } | undefined
  const urgent: (() => Promise<void>)[] = []
  const waiting: (() => Promise<void>)[] = []
  const shared = new Map<string, Promise<Rendered>>()
  let isBusy = false

  /** Runs when everything before it has run. @param isFirst whether it goes before previews */
  const inTurn = <T>(work: () => Promise<T>, isFirst: boolean): Promise<T> =>
    new Promise((resolve, reject) => {
      const run = (): Promise<void> => work().then(resolve, reject)
      const queue = isFirst ? urgent : waiting
      queue.push(run)
      queueMicrotask(() => void runAll())
    })
  async function runAll(): Promise<void> {
    if (isBusy) return
    isBusy = true
    const next = () => urgent.shift() ?? waiting.shift()
    for (let run = next(); run !== undefined; run = next()) await run()
    isBusy = false
  }

  /** The process for these files: the one that has read them, the one that is ready, or a new one. */
  async function renderer(key: string): Promise<PageRenderer> {
    if (loaded?.key === key && loaded.renderer.isRunning()) return loaded.renderer
    await loaded?.renderer.end()
    const next = prepared?.isRunning() ? prepared : startRenderer(entry)
    prepared = undefined
    loaded = { key, renderer: next }
    return next
  }

  const forget = async (ended: PageRenderer): Promise<void> => {
    if (loaded?.renderer === ended) loaded = undefined
    await ended.end()
  }

  async function renderNow(files: Files | undefined, request: Omit<RenderRequest, 'files'>): Promise<Rendered> {
    const used = await renderer(keyOf(files, request.at))
    try {
      const rendered = await used.render({ ...request, ...(files && { files }) })
      // The pictures of the same files are drawn next.
      if (idle === undefined) setTimeout(() => idle === undefined && void inTurn(() => forget(used), false), second).unref()
      return rendered
    } catch (error) {
      await forget(used)
      throw error
    } finally {
      if (idle !== undefined && files !== undefined && prepared === undefined) {
        prepared = startRenderer(entry)
        prepared.prepare(files)
      }
    }
  }
  const render: Renderers['render'] = (files, request) => inTurn(() => renderNow(files, request), true)

  function stayReady(): void {
    clearTimeout(idle)
    idle = setTimeout(() => {
      idle = undefined
      ahead = undefined
      void inTurn(async () => {
        await prepared?.end()
        prepared = undefined
        if (loaded !== undefined) await forget(loaded.renderer)
      }, false)
    }, idleMs)
    idle.unref()
  }

  return {
    render,
    stayReady,
    async preview(files, page, at) {
      const key = `${keyOf(files, at)} ${page}`
      let rendered = shared.get(key)
      if (rendered === undefined) {
        if (shared.size >= mostPreviews)
          throw new AppError('DATABASE_CONNECTION_FAILED', {
            message: 'Many pages are being drawn. Please try again in a moment.',
          })
        stayReady()
        rendered = inTurn(() => renderNow(files, { at, paths: [page] }), false).finally(() => shared.delete(key))
        shared.set(key, rendered)
      }
      return Object.values((await rendered).pages)[0]
    },
    renderAhead(files, at) {
      stayReady()
      const key = keyOf(files, at)
      if (ahead?.key === key) return
      // The publish renders what failed again, and reports why. Other drafts may have been chosen before its turn.
      const pages = inTurn(
        async () => (ahead?.key === key ? await renderNow(files, { at }).catch(() => undefined) : undefined),
        true,
      )
      ahead = { key, at, pages }
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
    try {
      return (await renderers.preview(files, page, at))?.replaceAll(publicUrlPlaceholder, publicUrl)
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      log.warn({ err: cause, operation: 'preview' }, 'a page cannot be shown')
      throw new AppError('FORM_VALIDATION_FAILED', {
        message: 'The page cannot be shown while its document has faults.',
        cause,
      })
    }
  }
}
