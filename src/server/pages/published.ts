import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { adoptSite } from '../../content/adopt.ts'
import { cohortMoments } from '../../content/cohorts.ts'
import type { Files } from '../../content/files.ts'
import type { Core } from '../../content/read-core.ts'
import { dayOf, minute, startOfDay } from '../../shared/dates.ts'
import type { FormVersions } from '../forms/versions.ts'
import type { Edits } from '../records/edits/edits.ts'
import { compressed, refine } from './compress.ts'
import type { ServerContent } from './content.ts'
import { replaceContent } from './content.ts'
import { type Asset, bytesOf, loadSite } from './load.ts'
import { drawnIn, isDrawn, writePictures } from './pictures.ts'
import { openRenderers, previews } from './preview.ts'
import { writePages } from './renderer.ts'
import type { PublishedPages, Site, Unaccepted } from './site.ts'

/** What the server serves: the pages and the content of one revision, at one time. */
export interface Published extends PublishedPages {
  readonly site: Site
  /** Compresses what is served then at the best quality, in ten minutes, so that a short trial does not pay for it; and so after each publish. */
  refine(): void
  /** The content that is served. */
  core(): LiveCore
}

/** What only a part of the server uses of the content: the privacy notice at the forms, and what its findings name. */
export type LiveCore = Pick<Core, 'notice' | 'site' | 'privacyPerson' | 'placeholders' | 'facts'>

interface Parts {
  readonly edits: Pick<Edits, 'revision' | 'published'>
  readonly content: ServerContent
  /** What this version refuses in edited files. */
  unaccepted(edited: Files): Promise<Unaccepted>
  /** The content of the build. */
  readonly core: LiveCore
  readonly formVersions: Pick<FormVersions, 'announce'>
  /** The folder of the build: `site` has its files, `pages` the pages of its own content, `renderer` the program. */
  readonly dist: string
  /** Where rendered and compressed pages are kept. */
  readonly cache: string
  readonly publicUrl: string
  processors(language: string | undefined): string
  readonly log: Logger
  /** Aborted when the server stops. */
  readonly stopped: AbortSignal
  now(): Date
}

interface State {
  readonly revision: number
  readonly moment: number
}

const isSame = (a: State, b: State): boolean => a.revision === b.revision && a.moment === b.moment

/** Edited files over those of the build. The latter are large, and only needed when something was edited. */
async function overBuilt(edited: Files): Promise<Files> {
  const { builtFiles, mergeFiles } = await import('../../content/files.ts')
  return mergeFiles(builtFiles, edited)
}

/** Serves the published content. Reads what is published now before it resolves. */
export async function openPublished(parts: Parts): Promise<Published> {
  const { edits, content, formVersions, dist, cache, now } = parts
  const renderers = openRenderers(path.join(dist, 'renderer', 'entry.mjs'))
  const builtAt = (await readFile(path.join(dist, '.built'), 'utf8')).trim()
  const load = (folder: string) => loadSite(folder, parts.publicUrl, parts.processors)
  const assets = load(path.join(dist, 'site'))
  const builtPictures = path.join(dist, 'pictures')
  let picturesFolder = builtPictures
  let pictures = load(builtPictures)
  let current: ReadonlyMap<string, Asset> = new Map([...assets, ...pictures, ...load(path.join(dist, 'pages'))])
  let core = parts.core
  const builtMoment = lastMoment(content, new Date(builtAt))
  /** What is served: the revision of the edits, and the last moment before its time. */
  let served: State = { revision: 0, moment: builtMoment }
  /** What could not be served. A renderer is dear, so it is tried again only after a minute, or when something has changed. */
  let failed: (State & { readonly at: number }) | undefined
  /** What is published and not served as it is, with its texts. */
  let unaccepted: Unaccepted & { readonly texts: Files } = { shown: {}, refused: [], texts: {} }

  /** All files as they can be shown: those of an earlier version, where nobody has edited them since, by what is shown in their place. */
  const shownOf = (files: Files): Files =>
    Object.fromEntries(
      Object.entries(files).flatMap(([file, text]) => {
        const shown = unaccepted.texts[file] === text ? (unaccepted.shown[file] ?? text) : text
        return shown ? [[file, shown]] : []
      }),
    )

  /** The folder with the pages of these files, those of the build by default, at a time. They are rendered unless an earlier start has done so. */
  async function rendered(merged: Files | undefined, moment: number): Promise<string> {
    if (merged === undefined && moment === builtMoment) return path.join(dist, 'pages')
    const key = createHash('sha256')
      .update(JSON.stringify([builtAt, merged, moment]))
      .digest('hex')
      .slice(0, 24)
    const folder = path.join(cache, 'rendered', key)
    if ((await readFile(path.join(folder, 'index.html')).catch(() => undefined)) !== undefined) return folder
    const { pages } = await renderers.renderAll(merged, now(), moment)
    const made = `${folder}.${process.pid}`
    writePages(made, pages)
    await rename(made, folder).catch(() => rm(made, { recursive: true, force: true }))
    for (const name of await readdir(path.join(cache, 'rendered')))
      if (name !== key) await rm(path.join(cache, 'rendered', name), { recursive: true, force: true })
    return folder
  }

  const compressedPages = path.join(cache, 'pages')
  const builtCompressed = path.join(dist, 'compressed')
  let refining: AbortController | undefined
  function refineLater(): void {
    refining?.abort()
    refining = new AbortController()
    const ended = AbortSignal.any([refining.signal, parts.stopped])
    refine([...current.values()], builtCompressed, compressedPages, 10 * minute, ended).catch((err) =>
      parts.log.warn({ err, operation: 'compress' }, 'not compressed'),
    )
  }

  /** Serves the pages and the content of `revision`, whose edited files are over those of the build. */
  async function serve(revision: number, edited: Files): Promise<void> {
    const isEdited = Object.keys(edited).length > 0
    const merged = isEdited || served.revision > 0 ? await overBuilt(edited) : undefined
    const next = merged && (await readContent(merged))
    const moment = lastMoment(next?.content ?? content, now())
    const folder = await rendered(isEdited ? merged : undefined, moment)
    const pages = load(folder)
    const drawn = path.join(cache, 'drawn', path.basename(folder))
    const isOfBuild = folder === path.join(dist, 'pages')
    if (isOfBuild || served.revision === 0) {
      picturesFolder = isOfBuild ? builtPictures : await earlierPictures(path.dirname(drawn))
      pictures = new Map([...load(builtPictures), ...load(picturesFolder)])
    }
    if (!isOfBuild) await drawFirst(drawn, pages, merged)
    if (next !== undefined) {
      await formVersions.announce(next.content.forms, now())
      replaceContent(content, next.content)
      core = next.core
    }
    current = new Map([...assets, ...pictures, ...pages])
    served = { revision, moment }
    if (refining !== undefined) refineLater()
    if (!isOfBuild) draw(drawn, revision, merged)
    parts.log.info({ operation: 'publish', revision, pages: pages.size }, 'serving published content')
  }

  /** The folder of the pictures that an earlier start drew, perhaps of another build: they have the name and the colours of the site, which those of the build may not. */
  async function earlierPictures(folder: string): Promise<string> {
    const names = await readdir(folder).catch(() => [])
    const earlier = names.find((name) => !name.includes('.') && isDrawn(path.join(folder, name)))
    return earlier === undefined ? builtPictures : path.join(folder, earlier)
  }

  /** Draws the pictures that pages name and that there are none of yet, such as that of a new post: who shares a page at once must find it. */
  async function drawFirst(folder: string, pages: ReadonlyMap<string, Asset>, files: Files | undefined): Promise<void> {
    if (isDrawn(folder)) return
    const only = [...picturesIn(pages)].filter((picture) => !pictures.has(picture)).map((picture) => picture.slice(1))
    if (only.length === 0) return
    try {
      const drawn = await renderers.render(files, { at: now(), paths: [], drawn: [], only })
      writePictures(firstOf(folder), drawn.pictures)
      pictures = new Map([...pictures, ...load(firstOf(folder))])
    } catch (err) {
      parts.log.warn({ err, operation: 'draw' }, 'pictures are not drawn')
    }
  }

  let drawing: Promise<void> = Promise.resolve()
  /** Draws the pictures of what is served into a folder, and serves them. It takes seconds, so pages do not wait for them: until then those of before are served. */
  function draw(folder: string, revision: number, files: Files | undefined): void {
    drawing = drawing
      .then(async () => {
        const isServed = (): boolean => served.revision === revision && !parts.stopped.aborted
        if (!isServed()) return
        if (!isDrawn(folder)) {
          const drawn = drawnIn([builtPictures, picturesFolder, firstOf(folder)])
          const { pictures: missing } = await renderers.render(files, { at: now(), paths: [], drawn: [...drawn.keys()] })
          writePictures(folder, missing, drawn)
        }
        if (!isServed()) return
        picturesFolder = folder
        pictures = load(folder)
        current = new Map([...current, ...pictures])
        for (const name of await readdir(path.dirname(folder)))
          if (!name.startsWith(path.basename(folder)))
            await rm(path.join(path.dirname(folder), name), { recursive: true, force: true })
      })
      .catch((err) => {
        if (!parts.stopped.aborted) parts.log.warn({ err, operation: 'draw' }, 'pictures are not drawn')
      })
  }

  /** Serves what is published; what an earlier version published and this one refuses, alone by what is shown in its place. */
  async function serveAccepted(revision: number, edited: Files): Promise<void> {
    try {
      await serve(revision, edited)
      unaccepted = { shown: {}, refused: [], texts: {} }
    } catch (error) {
      const next = await parts.unaccepted(edited)
      if (next.refused.length === 0) throw error
      await serve(revision, { ...edited, ...next.shown })
      unaccepted = { ...next, texts: edited }
      const refused = next.refused.map(({ sentence }) => sentence)
      parts.log.warn({ operation: 'publish', revision, refused }, 'published texts that this version does not accept')
    }
  }

  async function serveChanges(): Promise<void> {
    const state: State = { revision: await edits.revision(), moment: lastMoment(content, now()) }
    if (isSame(state, served)) return
    if (failed !== undefined && isSame(state, failed) && now().getTime() < failed.at + minute) return
    const { revision, files } = await edits.published()
    try {
      await serveAccepted(revision, files)
      failed = undefined
    } catch (error) {
      failed = { ...state, at: now().getTime() }
      adoptSite(content.site)
      throw error
    }
  }
  let last: Promise<void> = Promise.resolve()
  const reload = (): Promise<void> => {
    last = last.then(serveChanges, serveChanges)
    return last
  }

  const preview = previews({ renderers, ...parts })
  const first = reload().catch((err) =>
    parts.log.error({ err, operation: 'publish' }, 'what is published cannot be served; the content of the build is'),
  )
  // A start does not wait for pages that differ from those of the build by the day alone.
  const isDayAlone = cohortMoment(content, now()) === cohortMoment(content, new Date(builtAt))
  if (!isDayAlone || (await edits.revision()) > 0) await first
  return {
    site: {
      get: (page) => current.get(page),
      has: (page) => current.has(page),
      compressed: (asset, encoding) => compressed([builtCompressed, compressedPages], asset, encoding),
    },
    refine: refineLater,
    core: () => core,
    reload,
    refused: () => unaccepted.refused,
    renderAhead: (files) => renderers.renderAhead(shownOf(files), now()),
    page: (page) => {
      const asset = current.get(page)
      return asset && new TextDecoder().decode(bytesOf(asset))
    },
    preview: (files, page, at) => preview(shownOf(files), page, at),
  }
}

/** The folder of the pictures that were drawn before the others. */
const firstOf = (folder: string): string => `${folder}.first`

/** The paths of the share pictures that pages name. */
function picturesIn(pages: ReadonlyMap<string, Asset>): ReadonlySet<string> {
  const named = new Set<string>()
  for (const asset of pages.values())
    for (const [picture] of Buffer.from(bytesOf(asset))
      .toString('latin1')
      .matchAll(/\/og\/[\w-]+\.png/g))
      named.add(picture)
  return named
}

/** The last moment, in milliseconds since 1970, at which something happened to a cohort; 0 before the first one. */
const cohortMoment = ({ cohorts }: Pick<ServerContent, 'cohorts'>, at: Date): number =>
  Math.max(
    0,
    ...cohortMoments(cohorts)
      .map((moment) => moment.getTime())
      .filter((ms) => ms <= at.getTime()),
  )

/** The last moment at which a page has changed by the time alone: the beginning of the day, or what happened to a cohort since. */
const lastMoment = (content: Pick<ServerContent, 'cohorts'>, at: Date): number =>
  Math.max(startOfDay(dayOf(at)).getTime(), cohortMoment(content, at))

/** The content that the server uses, of all files. @throws Error with the faults */
async function readContent(files: Files) {
  const [{ contentOf }, { coreOf }, { postDays }, { readWording }] = await Promise.all([
    import('./content.ts'),
    import('../../content/read-core.ts'),
    import('../../content/post-days.ts'),
    import('../mail/messages/read-wording.ts'),
  ])
  const yaml = Object.fromEntries(Object.entries(files).filter(([file]) => file.endsWith('.yaml')))
  const core = coreOf(yaml)
  const texts = readWording(yaml)
  if (!texts.ok) throw new Error(texts.fault.join('\n'))
  return { content: contentOf({ ...core, postDays: postDays(files) }, texts.value), core }
}
