import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EditableDocument } from '../../src/api/site-content.ts'
import { siteRoutes } from '../../src/features/editing/api.ts'
import { type Running, startServer } from '../support/server.ts'

// Readers see one revision or the next, whole, and a killed server has the old or the new one. KOLAM_PUBLISHES=50 and KOLAM_PUBLISH_KILLS=20 are the full drill.

const publishes = Number(process.env.KOLAM_PUBLISHES ?? 2)
const kills = Number(process.env.KOLAM_PUBLISH_KILLS ?? 2)
const readers = Number(process.env.KOLAM_PUBLISH_READERS ?? 3)

let server: Running
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.remove())

const document = 'content/site.yaml'
const faq = 'content/faq.yaml'

/** Calls a route of the desk. @throws when it is refused */
async function call(...sent: Parameters<Running['call']>) {
  const { status, body } = await server.call(...sent)
  if (status !== 200) throw new Error(`${sent[0]}: ${status} ${body.error}`)
  return body
}
const open = async (path: string): Promise<EditableDocument> =>
  (await call(`${siteRoutes.siteDocument.path}?path=${encodeURIComponent(path)}`)).document
const save = async (path: string, value: unknown): Promise<EditableDocument> =>
  (await call(siteRoutes.siteDocument.path, 'PUT', { path, value, revision: (await open(path)).revision })).document
/** Saves the brand's name as a draft. Returns what publishes it. */
async function rename(name: string): Promise<() => Promise<unknown>> {
  const { revision } = await save(document, { ...((await open(document)).value as object), name })
  return () => call(siteRoutes.publishSite.path, 'POST', { drafts: { [document]: revision }, note: name })
}

/** The names of the brand in a text: of one revision there is one. */
const namesIn = (text: string): string => [...new Set(text.match(/Brand\d+z/g))].join()
const read = async (path: string, encoding: string) => {
  const response = await fetch(server.url + path, { headers: { 'accept-encoding': encoding } })
  const text = await response.text()
  return { path, name: namesIn(text), tag: response.headers.get('etag'), hash: createHash('sha256').update(text).digest('hex') }
}

const pages = ['/contact', '/about', '/blog/feed.xml', '/manifest.webmanifest']
const encodings = ['identity', 'gzip', 'br']

it('each response is of one revision, with the validator of that revision', {
  timeout: 60_000 + publishes * 30_000,
}, async ({ signal }) => {
  await (await rename('Brand0z'))()
  const seen: Awaited<ReturnType<typeof read>>[] = []
  let isDone = false
  const reader = async (n: number): Promise<void> => {
    for (let turn = n; !isDone && !signal.aborted; turn++)
      seen.push(await read(pages[turn % pages.length] ?? '', encodings[Math.floor(turn / 4) % 3] ?? ''))
  }
  const reading = Promise.all(Array.from({ length: readers }, (_, n) => reader(n)))
  for (let n = 1; n <= publishes; n++) {
    await (await rename(`Brand${n}z`))()
    // A publish that was answered is live at this node.
    for (const path of pages)
      for (const encoding of encodings) expect(await read(path, encoding)).toMatchObject({ path, name: `Brand${n}z` })
  }
  isDone = true
  await reading
  /** The bytes of each page and revision: one text, whatever the encoding, and one validator for each text. */
  const texts = new Map<string, Set<string>>()
  const tags = new Map<string, Set<string>>()
  for (const { path, name, tag, hash } of seen) {
    texts.set(`${path} ${name}`, (texts.get(`${path} ${name}`) ?? new Set()).add(hash))
    tags.set(`${path} ${tag}`, (tags.get(`${path} ${tag}`) ?? new Set()).add(hash))
  }
  expect([...texts, ...tags].filter(([, hashes]) => hashes.size !== 1).map(([key]) => key)).toEqual([])
  expect(seen.filter(({ name, tag }) => !/^Brand\d+z$/.test(name) || tag === null)).toEqual([])
})

it(`a publish is whole or was not made, and drafts are kept, through ${kills} kills`, {
  timeout: 60_000 + kills * 30_000,
  tags: ['random'],
}, async () => {
  const { value: questions } = await open(faq)
  const draft = (questions as readonly object[]).slice(1)
  await save(faq, draft)
  let old = namesIn(await (await fetch(`${server.url}/contact`)).text())
  for (let round = 0; round < kills; round++) {
    const name = `Brand${1000 + round}z`
    const publish = await rename(name)
    const answered = publish().then(
      () => true,
      () => false,
    )
    // The kill must hit a random moment of the publish, so only this test waits for time to pass.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 1500))
    await server.stop('SIGKILL')
    const isAnswered = await answered
    await server.start()
    const [{ publishes: made }, { value }] = await Promise.all([call(siteRoutes.site.path), open(document)])
    const isPublished = made.some(({ note }: { readonly note: string }) => note === name)
    const now = isPublished ? name : old
    // The words are the draft or the published ones: never lost.
    expect([isPublished || !isAnswered, (value as { name: string }).name]).toEqual([true, name])
    for (const path of pages) expect([path, (await read(path, 'br')).name]).toEqual([path, now])
    expect((await open(faq)).value).toEqual(draft)
    old = now
  }
  // A renderer whose server was killed ends in silence.
  expect(server.output()).not.toContain('EPIPE')
})
