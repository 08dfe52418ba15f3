import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { serverFlags } from '../scripts/runtime.mjs'
import { postFiles } from '../src/content/files.ts'
import { siteRoutes } from '../src/features/editing/api.ts'
import { type Running, root, startServer, until } from '../tests/support/server.ts'
import { Figures, forgetPeak, peakMemory, residentMemory, type Scale, type Table } from './figures.ts'

const pages = [
  'home',
  'about',
  'team',
  'mentors',
  'portfolio',
  'apply',
  'investors',
  'contact',
  'terms',
  'privacy',
  'accelerator',
]

const goals = {
  'hundred views: the main process': '350 at most',
  'hundred views: all processes together': '600 at most',
  'hundred views: renderers': '2 at most',
  'ten publishes: the main process': '350 at most',
  'kept after the tenth publish, over the fifth': '5 at most',
}

/** The memory that two draft links and the editor's frames take when a hundred of them are asked for at once, and that ten publishes leave, in MiB. */
export async function memory({ rounds, programs }: Scale): Promise<readonly Table[]> {
  const figures = new Figures(1)
  for (let round = 0; round < rounds; round += 1) {
    const counting = pathToFileURL(path.join(root, 'bench/kept-memory.mjs')).href
    const settings = { DATABASE_URL: '', LOG_LEVEL: 'error', NODE_OPTIONS: `${serverFlags.join(' ')} --import ${counting}` }
    const server = await startServer(settings, programs[0])
    try {
      figures.add(0, { ...(await hundredViews(server)), ...(await tenPublishes(server)) })
    } finally {
      await server.remove()
    }
  }
  return [figures.table(['MiB'], goals)]
}

/** Saves a draft of a document. @returns its revision */
async function save(server: Running, path: string, from: RegExp, to: string): Promise<number> {
  const { document } = (await server.call(`${siteRoutes.siteDocument.path}?path=${encodeURIComponent(path)}`)).body
  const body = { path, revision: document.revision, text: document.text.replace(from, to) }
  return (await server.call(siteRoutes.siteDocument.path, 'PUT', body)).body.document.revision
}

/** The processes that a server has started and that still run. */
const children = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

async function hundredViews(server: Running): Promise<Readonly<Record<string, number>>> {
  const views = pages.map((page) => `${siteRoutes.sitePreview.path}?path=content/pages/${page}.yaml`)
  for (const path of Object.keys(postFiles).slice(2, 4)) {
    await save(server, path, /^title: .*$/m, 'title: A draft')
    const { url } = (await server.call(siteRoutes.makeDraftLink.path, 'POST', { path })).body
    views.push(new URL(url).pathname)
  }
  const [sums, counts] = [[0], [0]]
  const watch = setInterval(() => {
    const started = children(server.pid())
    counts.push(started.length)
    sums.push([server.pid(), ...started].reduce((sum, pid) => sum + residentMemory(pid), 0))
  }, 10)
  forgetPeak(server.pid())
  const view = async (path: string): Promise<void> => {
    const response = await server.fetch(path)
    const text = await response.text()
    if (!response.ok && response.status !== 503) throw new Error(`${path}: ${response.status} ${text}`)
  }
  await Promise.all(Array.from({ length: 100 }, (_, n) => view(views[n % views.length] ?? '')))
  clearInterval(watch)
  return {
    'hundred views: the main process': peakMemory(server.pid()),
    'hundred views: all processes together': Math.max(...sums),
    'hundred views: renderers': Math.max(...counts),
  }
}

async function tenPublishes(server: Running): Promise<Readonly<Record<string, number>>> {
  const about = 'content/pages/about.yaml'
  const sizes: number[] = []
  forgetPeak(server.pid())
  for (let n = 1; n <= 10; n += 1) {
    const revision = await save(server, about, /^( *title:).*$/m, `$1 The line of ${n}`)
    await server.call(siteRoutes.publishSite.path, 'POST', { drafts: { [about]: revision }, note: '', dueAt: null })
    // Until its pages are compressed.
    await pause(4000)
    sizes.push(await keptMemory(server))
  }
  const [fifth = Number.NaN, tenth = Number.NaN] = [sizes[4], sizes[9]]
  return {
    'ten publishes: the main process': peakMemory(server.pid()),
    'kept after the tenth publish, over the fifth': tenth - fifth,
  }
}

/** What a server keeps after its garbage is collected. When that happens by itself is chance, and so is the memory that it has at a moment. */
async function keptMemory(server: Running): Promise<number> {
  const printed = server.output().length
  process.kill(server.pid(), 'SIGUSR2')
  return Number(await until('the kept memory', () => /kept: ([\d.]+)/.exec(server.output().slice(printed))?.[1]))
}
