import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { paths } from '../../src/api/paths.ts'
import { fillPath } from '../../src/api/route.ts'
import * as core from '../../src/content/core.ts'
import { postFiles, yamlFiles } from '../../src/content/files.ts'
import { dueMoment } from '../../src/content/promises.ts'
import { siteRoutes } from '../../src/features/editing/api.ts'
import { builtContent } from '../../src/server/pages/content.ts'
import { type Asset, bytesOf } from '../../src/server/pages/load.ts'
import { openPublished } from '../../src/server/pages/published.ts'
import { openStorage } from '../../src/server/storage/open.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { dayAfter, dayAndMonth, dayOf, startOfDay } from '../../src/shared/dates.ts'
import { newId } from '../../src/shared/ids.ts'
import { testAdapters } from '../support/adapters.ts'
import { json } from '../support/desk.ts'
import { runProgram } from '../support/program.ts'
import { type Running, startServer, until } from '../support/server.ts'

// What is published reaches every page, form and letter of a running server, and of the next one.

let server: Running
let storage: Storage
beforeAll(async () => {
  server = await startServer()
  storage = await openStorage({ dataDir: server.dataDir, databaseUrl: server.databaseUrl, sharesFolder: true })
})
afterAll(async () => {
  await storage.close()
  await server.remove()
})

const builtCohorts = yamlFiles['content/cohorts.yaml'] ?? ''
const year = new Date().getUTCFullYear() + 1
/** The cohorts of the build with one that is open until next year's end. */
const openCohorts = `${builtCohorts}
- label: Cohort 90
  startDate: ${year + 1}-01-15
  applicationDeadline: ${year}-12-31
  status: Apply Now
`

async function publish(files: Readonly<Record<string, string | null>>): Promise<void> {
  const over = await storage.edits.revision()
  const publish = { id: newId(new Date()), by: 'admin', note: '', dueAt: null, files, drafts: {}, over }
  expect(await storage.edits.publish(publish, new Date())).toEqual({ revision: over + 1 })
}

const previewOf = (path: string) => server.fetch(`${siteRoutes.sitePreview.path}?path=${encodeURIComponent(path)}`)
const page = async (path: string): Promise<string> => (await fetch(server.url + path)).text()
const shows = (path: string, text: string): Promise<string> =>
  until(`${path} to show ${text}`, async () => {
    const html = await page(path)
    return html.includes(text) ? html : undefined
  })

it('a published cohort is on every page, and can be chosen', async () => {
  expect(await page('/accelerator')).not.toContain('Cohort 90')
  await publish({ 'content/cohorts.yaml': openCohorts })
  const html = await shows('/accelerator', 'Cohort 90 is open')
  expect(html).toContain('value="cohort-90"')
  expect(await page('/')).toContain('Cohort 90 is open')
  expect(await page('/apply')).toContain('Cohort 90 is open')
  expect(await page('/app/dashboard')).toContain('cohort-90')
  const refused = await fetch(`${server.url}/api/submit-application`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    body: new URLSearchParams({ formType: 'Accelerator', cohortPreference: 'cohort-90' }),
  })
  expect([refused.status, (await refused.text()).includes('value="cohort-90" selected')]).toEqual([400, true])
})

it('the next start serves what is published, at once', async () => {
  await server.stop()
  await server.start()
  expect(await page('/accelerator')).toContain('Cohort 90 is open')
})

it('a text that cannot be used is not shown, and what is published next is', async () => {
  await publish({ 'content/site.yaml': 'name: [' })
  await until('the log to say so', () =>
    /published texts that this version does not accept/.test(server.output()) ? true : undefined,
  )
  expect(await page('/accelerator')).toContain('Cohort 90 is open')
  const text = (yamlFiles['content/site.yaml'] ?? '').replace(/^name: .*$/m, 'name: Kummi')
  await publish({ 'content/site.yaml': `${text}logo: muraiyo.svg\n` })
  const html = await shows('/contact', '· Kummi</title>')
  expect(html).not.toContain('· Kolam</title>')
  const [, mark = ''] = /<header[\s\S]*?<img [^>]*src="([^"]+)"[^>]*>Kummi<\/a>/.exec(html) ?? []
  expect(mark).toMatch(/^\/_assets\/muraiyo\.[\w-]+\.svg$/)
  expect(html).toContain(`<link rel="icon" href="${mark}"`)
  expect(JSON.parse(await page('/manifest.webmanifest')).icons).toEqual([{ src: mark, sizes: 'any' }])
})

it('a new post is on the blog and in feed and sitemap; a removed one is nowhere', async () => {
  const [first = '', second = ''] = Object.keys(postFiles)
  const [, old = ''] = /posts\/(.*)\.md$/.exec(first) ?? []
  const photograph = `${'0'.repeat(32)}-1216x684.webp`
  const text = (postFiles[second] ?? '')
    .replace(/^slug: .*$/m, `slug: a-new-post\nphoto: { file: ${photograph}, alt: Founders at a table }`)
    .replace(/^id: .*$/m, 'id: "900"')
  await publish({ 'content/site.yaml': yamlFiles['content/site.yaml'] ?? '', 'content/posts/a-new-post.md': text, [first]: '' })
  await shows('/blog', '/blog/a-new-post')
  expect((await fetch(`${server.url}/blog/a-new-post`)).status).toBe(200)
  expect((await fetch(`${server.url}/blog/${old}`)).status).toBe(404)
  for (const list of ['/blog/feed.xml', '/sitemap.xml']) {
    const shown = await page(list)
    expect([list, shown.includes(`/blog/a-new-post<`), shown.includes(`/blog/${old}<`)]).toEqual([list, true, false])
  }
  const html = await page('/blog/a-new-post')
  expect(html).toContain('/og/blog-a-new-post.png"')
  expect(html).toMatch(
    new RegExp(`<img [^>]*src="/stored-pictures/${photograph}" alt="Founders at a table"[^>]* width="1216" height="684"`),
  )
  // A page names no picture that is not there.
  const picture = await fetch(`${server.url}/og/blog-a-new-post.png`)
  expect(picture.status).toBe(200)
  expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
})

it('the frame of a document without a page says so', async () => {
  const preview = await previewOf('content/posts/not-begun.md')
  expect([preview.status, preview.headers.get('x-frame-options')]).toEqual([200, 'SAMEORIGIN'])
  expect(await preview.text()).toContain('<p>This document has no page yet.</p>')
})

it('one draft with faults takes no other preview away, and is named', async () => {
  const preview = async (path: string) => {
    const response = await previewOf(path)
    return { status: response.status, html: await response.text() }
  }
  const notes = (html: string) => html.match(/The drafts? of [^<]*/g) ?? []
  const [home, mentors, about] = ['content/pages/home.yaml', 'content/mentors.yaml', 'content/pages/about.yaml'] as const
  const drafts: Readonly<Record<string, string>> = {
    [home]: (yamlFiles[home] ?? '').replace(/(hero:\n {2}title: ).*/, '$1A home of drafts'),
    [mentors]: `${yamlFiles[mentors]}\n- name: Unfinished\n`,
    [about]: (yamlFiles[about] ?? '').replace(/(hero:\n {2}title: ).*/, '$1Also drafted'),
  }
  for (const [path, text] of Object.entries(drafts)) await storage.edits.saveDraft(path, text, 0, new Date())
  const shown = await preview(home)
  expect([shown.status, shown.html.includes('A home of drafts')]).toEqual([200, true])
  expect(notes(shown.html)).toEqual(['The draft of Mentors has faults. This page is drawn without it.'])
  expect((await preview(about)).html.includes('Also drafted')).toBe(true)
  // Its own page has what nobody has written yet under its label.
  const unfinished = (await preview(mentors)).html
  expect([unfinished.includes('Unfinished'), unfinished.includes('About the person')]).toEqual([true, true])
  // Where the fault is in a page that nobody edits, only the page's own draft is taken.
  const [first = ''] = /^- name: (.*)$/m.exec(yamlFiles[mentors] ?? '')?.slice(1) ?? []
  await storage.edits.saveDraft(mentors, (yamlFiles[mentors] ?? '').replaceAll(first, 'Somebody Else'), 1, new Date())
  const alone = await preview(home)
  expect([alone.status, alone.html.includes('A home of drafts')]).toEqual([200, true])
  expect(notes(alone.html)).toEqual(['The drafts of Mentors, About have faults. This page is drawn without them.'])
  for (const { path, revision } of await storage.edits.drafts()) await storage.edits.saveDraft(path, null, revision, new Date())
  expect(notes((await preview(home)).html)).toEqual([])
})

it('a hundred views of drafts at once take two processes, or are refused for now', async () => {
  const views: (() => Promise<Response>)[] = []
  for (const [at, file] of Object.keys(postFiles).slice(2, 4).entries()) {
    const text = (postFiles[file] ?? '').replace(/^title: .*$/m, `title: Draft ${at}`)
    const revision = (await storage.edits.drafts()).find(({ path }) => path === file)?.revision ?? 0
    await storage.edits.saveDraft(file, text, revision, new Date())
    const made = await server.call(siteRoutes.makeDraftLink.path, 'POST', { path: file })
    const { pathname } = new URL(made.body.url)
    views.push(() => server.request(pathname))
  }
  for (const path of [
    '/',
    '/about',
    '/team',
    '/mentors',
    '/portfolio',
    '/apply',
    '/investors',
    '/contact',
    '/terms',
    '/privacy',
    '/accelerator',
  ])
    views.push(() => previewOf(`content/pages/${path.slice(1) || 'home'}.yaml`))
  const processes = (): number =>
    execFileSync('ps', ['--ppid', String(server.pid()), '-o', 'pid='], { encoding: 'utf8' })
      .trim()
      .split('\n').length
  let most = 0
  let isDone = false
  const requested = Promise.all(Array.from({ length: 100 }, (_, n) => (views[n % views.length] as () => Promise<Response>)()))
  const ended = requested.finally(() => {
    isDone = true
  })
  await until('the answers', () => {
    most = Math.max(most, processes())
    return isDone || undefined
  })
  const answers = await ended
  const statuses = answers.map(({ status }) => status)
  expect([...new Set(statuses)].toSorted()).toEqual([200, 503])
  expect(answers.filter(({ status }) => status === 503).every((answer) => answer.headers.get('retry-after') === '5')).toBe(true)
  expect(most).toBeLessThanOrEqual(2)
  for (const { path, text, revision } of await storage.edits.drafts())
    if (text !== null) await storage.edits.saveDraft(path, null, revision, new Date())
})

it('a post of a later day appears when that day begins; until then a session sees it', async () => {
  const [, second = ''] = Object.keys(postFiles)
  const tomorrow = dayAfter(dayOf(new Date()))
  const file = 'content/posts/out-tomorrow.md'
  const text = (postFiles[second] ?? '')
    .replace(/^slug: .*$/m, 'slug: out-tomorrow')
    .replace(/^id: .*$/m, 'id: "901"')
    .replace(/^date: .*$/m, `date: ${tomorrow}`)
  const linking = `${text.replaceAll('out-tomorrow', 'out-today').replace('"901"', '"902"').replace(tomorrow, '2026-01-01')}
See [what comes](/blog/out-tomorrow).
`
  // The day of the answer is on the page between cohorts.
  const earlier = (await storage.edits.published()).files['content/cohorts.yaml'] ?? builtCohorts
  await publish({ [file]: text, 'content/posts/out-today.md': linking, 'content/cohorts.yaml': builtCohorts })
  const before = await shows('/blog/out-today', 'what comes')
  expect(before).not.toContain('/blog/out-tomorrow')
  expect((await fetch(`${server.url}/blog/out-tomorrow`)).status).toBe(404)
  for (const list of ['/blog', '/blog/feed.xml', '/sitemap.xml']) expect(await page(list)).not.toContain('out-tomorrow')
  const preview = await previewOf(file)
  expect([preview.status, await preview.text()]).toEqual([200, expect.stringContaining('/blog/out-tomorrow')])
  // At the moment, without a publish.
  const clock = { ms: startOfDay(tomorrow).getTime() - 1 }
  const cache = await mkdtemp(path.join(tmpdir(), 'kolam-posts-'))
  const stop = new AbortController()
  const pages = await openPublished({
    ...{ edits: storage.edits, content: builtContent(), core, formVersions: { announce: async () => {} } },
    unaccepted: async () => ({ shown: {}, refused: [] }),
    ...{ dist: path.resolve('dist'), cache, publicUrl: server.url, processors: () => '', log: testAdapters.log },
    stopped: stop.signal,
    now: () => new Date(clock.ms),
  })
  const isListed = (list: string): boolean => {
    const asset = pages.site.get(list)
    return asset !== undefined && Buffer.from(bytesOf(asset)).includes('/blog/out-tomorrow')
  }
  const lists = ['/blog', '/blog/feed.xml', '/sitemap.xml', '/blog/out-today']
  /** By when the accelerator answers what is sent now, as its page says it. */
  const saysNow = (): boolean => {
    const by = dayAndMonth(dueMoment(core.promises, 'Accelerator', new Date(clock.ms)))
    return Buffer.from(bytesOf(pages.site.get('/accelerator') as Asset)).includes(`answered by <!-- -->${by}`)
  }
  expect([pages.site.has('/blog/out-tomorrow'), lists.filter(isListed)]).toEqual([false, []])
  expect(saysNow()).toBe(true)
  clock.ms += 1
  await pages.reload()
  expect([pages.site.has('/blog/out-tomorrow'), lists.filter(isListed)]).toEqual([true, lists])
  expect(saysNow()).toBe(true)
  stop.abort()
  // pictures are being drawn into it
  await rm(cache, { recursive: true, maxRetries: 20 })
  await publish({ 'content/cohorts.yaml': earlier })
})

it('a link shows the draft of one post to a colleague, until it ends', async () => {
  const call = ({ path, method }: { readonly method: string; readonly path: string }, body: object) =>
    server.call(path, method, body)
  const [first = '', second = ''] = Object.keys(postFiles)
  const save = (file: string, from: string | RegExp, to: string) =>
    call(siteRoutes.saveSiteDocument, { path: file, revision: 0, text: (postFiles[file] ?? '').replace(from, to) })
  const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#804020' } })
    .webp()
    .toBuffer()
  const stored = await server.request(`${siteRoutes.storeSitePicture.path}?folder=pictures`, {
    ...{ method: 'POST', headers: { cookie: await server.session() }, body: new Uint8Array(picture) },
  })
  const { name } = await stored.json()
  const dated = `date: ${dayAfter(dayOf(new Date()), 30)}`
  const changed = (postFiles[first] ?? '').replace(/^date: .*$/m, dated).replace(/^title: .*$/m, 'title: A draft to read')
  await call(siteRoutes.saveSiteDocument, { path: first, revision: 0, text: `${changed}\n![The hall.](${name})\n` })
  await save(second, /^title: .*$/m, 'title: Of nobody else')
  expect((await call(siteRoutes.makeDraftLink, { path: 'content/faq.yaml' })).status).toBe(400)
  const { url, until } = (await call(siteRoutes.makeDraftLink, { path: first })).body
  expect(url).toMatch(/\/drafts\/[\w-]{32}$/)
  expect(new Date(until).getTime()).toBeGreaterThan(Date.now() + 13 * 86_400_000)
  const address = server.url + new URL(url).pathname
  const shown = await fetch(address)
  const html = await shown.text()
  expect([shown.status, html.includes('A draft to read'), html.includes('Of nobody else'), html.includes('<script')]).toEqual([
    ...[200, true, false, false],
  ])
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    ...{ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' },
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  })
  expect(html).toContain(`${new URL(url).pathname}/${name}`)
  expect((await fetch(`${address}/${name}`)).headers.get('content-type')).toBe('image/webp')
  expect((await fetch(server.url + fillPath(paths.storedPicture, { name }))).status).toBe(404)
  expect(await (await fetch(`${server.url}/blog`)).text()).not.toContain('A draft to read')
  // A new link ends the one before it.
  const again = server.url + new URL((await call(siteRoutes.makeDraftLink, { path: first })).body.url).pathname
  expect([(await fetch(address)).status, (await fetch(again)).status]).toEqual([404, 200])
  await call(siteRoutes.endDraftLink, { path: first })
  for (const ended of [again, `${again}/${name}`, `${server.url}/drafts/none`]) expect((await fetch(ended)).status).toBe(404)
  expect(server.output()).not.toContain(new URL(url).pathname)
  // It ends with its draft: nobody sees the next one with it.
  const last = server.url + new URL((await call(siteRoutes.makeDraftLink, { path: first })).body.url).pathname
  expect((await fetch(last)).status).toBe(200)
  for (const path of [first, second]) await call(siteRoutes.discardSiteDraft, { path, revision: 1 })
  expect((await call(siteRoutes.makeDraftLink, { path: first })).status).toBe(400)
  await call(siteRoutes.saveSiteDocument, { path: first, revision: 2, text: changed })
  expect((await fetch(last)).status).toBe(404)
  await call(siteRoutes.discardSiteDraft, { path: first, revision: 3 })
})

it('a post that has moved answers 308 at its former address', async () => {
  const [file = ''] = Object.keys(postFiles).slice(-1)
  const [, former = ''] = /posts\/(.*)\.md$/.exec(file) ?? []
  const moved = (postFiles[file] ?? '').replace(/^slug: .*$/m, `slug: moved-here\nformerSlugs: [${former}]`)
  expect((await fetch(`${server.url}/blog/${former}`)).status).toBe(200)
  await publish({ 'content/posts/moved-here.md': moved, [file]: '' })
  await shows('/blog', '/blog/moved-here')
  const response = await fetch(`${server.url}/blog/${former}?utm_source=letter`, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([308, '/blog/moved-here?utm_source=letter'])
  expect((await fetch(`${server.url}/blog/toString`)).status).toBe(404)
  expect(await page('/sitemap.xml')).not.toContain(`/blog/${former}<`)
})

it('a published reply can be chosen at the desk', async () => {
  const replies = async (): Promise<{ name: string }[]> => (await server.call('/api/replies')).body.replies
  expect((await replies()).map(({ name }) => name)).toEqual([
    'Ask for the deck',
    'Ask for the numbers',
    'We need more time',
    'Breach of data',
    'Breach of data, in Tamil',
  ])
  await publish({ 'content/replies.yaml': '- name: Thanks\n  subject: Thank you\n  text: Thank you, {name}.\n' })
  await until('the desk to have it', async () => (await replies())[0]?.name === 'Thanks' || undefined)
  expect((await fetch(`${server.url}/api/replies`)).status).toBe(401)
})

it('the share pictures of before are served until a new build has drawn its own', async () => {
  const cache = await mkdtemp(path.join(tmpdir(), 'kolam-pictures-'))
  const files = { 'content/site.yaml': (yamlFiles['content/site.yaml'] ?? '').replace(/^name: .*$/m, 'name: Kummi') }
  const edits = { state: { revision: 1, files: files as Readonly<Record<string, string>> } }
  const picture = ({ site }: Awaited<ReturnType<typeof open>>) => Buffer.from(bytesOf(site.get('/og/contact.png') as Asset))
  const stops: AbortController[] = []
  const open = () => {
    const stop = new AbortController()
    stops.push(stop)
    return openPublished({
      edits: { ...storage.edits, revision: async () => edits.state.revision, published: async () => edits.state },
      ...{ content: builtContent(), core, formVersions: { announce: async () => {} } },
      unaccepted: async () => ({ shown: {}, refused: [] }),
      ...{ dist: path.resolve('dist'), cache, publicUrl: server.url, processors: () => '', log: testAdapters.log },
      stopped: stop.signal,
      now: () => new Date(),
    })
  }
  const first = await open()
  const built = picture(first)
  const own = await until('the pictures', () => (picture(first).equals(built) ? undefined : picture(first)))
  stops[0]?.abort()
  // Another build has other keys.
  for (const name of await readdir(path.join(cache, 'drawn')))
    await rename(path.join(cache, 'drawn', name), path.join(cache, 'drawn', name.replace(/^\w+/, 'earlier')))
  const second = await open()
  expect(picture(second).equals(own)).toBe(true)
  edits.state = { revision: 2, files: {} }
  await second.reload()
  await until('the pictures of the build', () => (picture(second).equals(built) ? true : undefined))
  stops[1]?.abort()
  await rm(cache, { recursive: true, maxRetries: 20 })
})

it('an own question of a form is asked, and an import reads its answers', async () => {
  const choice = '{ label: Plants only, value: vegan }, { label: Anything }'
  const question = `{ name: ownDiet, label: Diet, kind: select, required: true, options: [${choice}] }`
  await publish({ 'content/forms/contact.yaml': `sections: [{ questions: [${question}] }]\n` })
  await shows('/contact', 'Plants only')
  const refused = await fetch(`${server.url}/api/submit-application`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    body: new URLSearchParams({ formType: 'Contact', name: 'Nila', ownDiet: 'stones' }),
  })
  const html = await refused.text()
  expect([refused.status, html.includes('Diet must be one of the options offered')]).toEqual([400, true])
  const file = path.join(server.dataDir, 'letters.csv')
  await writeFile(
    file,
    'name,email,subject,message,Diet,timestamp\nNila,nila@example.in,Food,Hello,Plants only,2026-01-02T10:00Z\n',
  )
  const env = { DATA_DIR: server.dataDir, ...(server.databaseUrl && { DATABASE_URL: server.databaseUrl }) }
  const { output, errors } = await runProgram('import', [file, '--form', 'Contact'], env)
  expect(errors, output).toBe('')
  const [found] = await server.listed('q=plants')
  expect(found?.form_data).toMatchObject({ name: 'Nila', ownDiet: 'vegan' })
})

it('a photograph that was added at the desk is on its page', async () => {
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#804020' } })
    .webp()
    .toBuffer()
  const name = `${'a1'.repeat(16)}-800x600.webp`
  await storage.edits.pictures.add(name, bytes, new Date())
  const file = 'content/pages/contact.yaml'
  await publish({ [file]: `${yamlFiles[file]}\nphoto: { file: ${name}, alt: The hall, focus: 30% 60% }\n` })
  const html = await shows('/contact', name)
  expect(html).toMatch(new RegExp(`<img [^>]*src="/stored-pictures/${name}" alt="The hall"[^>]* width="800" height="600"`))
  // The content policy allows the style by its hash.
  const style = '[data-focus]{object-position:30% 60%}'
  expect(html).toContain(`<style>${style}</style>`)
  const policy = (await fetch(`${server.url}/contact`)).headers.get('content-security-policy')
  expect(policy).toContain(createHash('sha256').update(style).digest('base64'))
  const picture = await fetch(`${server.url}/stored-pictures/${name}`)
  expect([picture.status, Buffer.from(await picture.arrayBuffer()).equals(bytes)]).toEqual([200, true])
})

it('the helplines’ buttons dial the numbers of the text, and none of another country', async () => {
  const file = 'content/pages/the-last-call.yaml'
  const dialled = (html: string) => [...(html.split('<footer')[0]?.matchAll(/href="tel:([^"]*)"/g) ?? [])].map(([, to]) => to)
  const calls = async (...numbers: readonly string[]) =>
    until(`buttons for ${numbers}`, async () =>
      String(dialled(await page('/the-last-call'))) === String([...numbers, ...numbers]) ? true : undefined,
    )
  const findings = async () => {
    const { output } = await runProgram('doctor', [], {
      ...{ DATA_DIR: server.dataDir, PUBLIC_URL: 'https://127.0.0.1:1' },
      ...(server.databaseUrl && { DATABASE_URL: server.databaseUrl }),
    })
    return /the-last-call\.yaml has a helpline that nobody can call/.test(output)
  }
  const isMarked = async () => {
    const { documents } = (await server.call(siteRoutes.site.path)).body
    return documents.find((document: { path: string }) => document.path === file).placeholder
  }
  const site = yamlFiles['content/site.yaml'] ?? ''
  const texts = yamlFiles[file] ?? ''
  await publish({ 'content/site.yaml': site, [file]: texts })
  await calls('112', '14416')
  expect([await isMarked(), await findings()]).toEqual([false, false])

  await publish({ 'content/site.yaml': site.replace('country: India', 'country: Kenya') })
  await calls()
  expect(await page('/the-last-call')).not.toMatch(/14416|Tele-MANAS/)
  expect([await isMarked(), await findings()]).toEqual([true, true])

  const own = texts.replace('country: India', 'country: kenya').replace('"14416"', '"0722 178-177"').replace('"112"', '"999"')
  await publish({ [file]: own })
  await calls('999', '0722178177')
  expect([await isMarked(), await findings()]).toEqual([false, false])

  await publish({ [file]: own.replace('"999"', '"0000"') })
  await calls('0722178177')
  expect([await isMarked(), await findings()]).toEqual([true, true])
  await publish({ [file]: own.replace('"999"', '""'), 'content/site.yaml': site.replace('country: India', 'country: Kenya') })
  expect(dialled(await page('/the-last-call'))).toEqual(['0722178177', '0722178177'])
})

it('a page that the site does not have answers 404, without links and form', async () => {
  const site = `${yamlFiles['content/site.yaml']}\nwithout: [investors, the-last-call, fund-raise]\n`
  await publish({ 'content/site.yaml': site })
  await until('the page to be gone', async () => ((await fetch(`${server.url}/investors`)).status === 404 ? true : undefined))
  const sitemap = await page('/sitemap.xml')
  for (const path of ['/investors', '/the-last-call', '/fund-raise', '/fund-raise/questions', '/investors/submitted']) {
    expect((await fetch(server.url + path)).status).toBe(404)
    expect(sitemap).not.toContain(`${path}<`)
  }
  for (const path of ['/', '/apply', '/about', '/terms', '/contact', '/accelerator'])
    expect(await page(path)).not.toMatch(/href="\/(investors|the-last-call|fund-raise)["#]/)
  expect(await page('/apply')).not.toContain('card-fund-raise')
  const send = async (formType: string) => (await server.request('/api/submit-application', json('POST', { formType }))).status
  expect([await send('FundRaise'), await send('Nonsense'), await send('Contact')]).toEqual([422, 422, 400])
  expect(await page('/app/dashboard')).toContain('Applications')
})

it('a file of content/pages is a page, with an entry in the sitemap and a picture', async () => {
  const meta =
    'meta:\n  title: Become a Mentor\n  description: An hour in the month with founders who will ask what you would rather not be asked.\n'
  const words = `${meta}hero:\n  title: Your mistakes are useful.\n  text: Tell [us](/contact) them.\nsections:\n  - title: How\n    items:\n      - An hour: In [the month](https://other.example/month).\n`
  await publish({
    'content/pages/become-a-mentor.yaml': `${words}join:\n  title: Ready?\n  text: Write.\n  action:\n    Contact: /contact\n`,
  })
  const html = await until('the page', async () => {
    const answer = await fetch(`${server.url}/become-a-mentor`)
    return answer.status === 200 ? answer.text() : undefined
  })
  expect(html).toContain('<title>Become a Mentor · Kolam</title>')
  for (const part of ['Your mistakes are useful.', 'An hour', 'href="/contact"', '<path class="']) expect(html).toContain(part)
  expect(html).toContain('Tell <a href="/contact">us</a> them.')
  expect(html).toContain('In <a href="https://other.example/month" rel="noopener">the month</a>.')
  expect(html).toContain('/og/become-a-mentor.png')
  expect(html).not.toContain('noindex')
  expect(await page('/sitemap.xml')).toContain('/become-a-mentor</loc>')
  expect((await fetch(`${server.url}/og/become-a-mentor.png`)).status).toBe(200)
  expect(await page('/my')).toContain('<meta name="robots" content="noindex">')
})

it('without edits the pages are again those of the build', async () => {
  await publish(Object.fromEntries(Object.keys((await storage.edits.published()).files).map((file) => [file, null])))
  await until('the built cohorts', async () => ((await page('/accelerator')).includes('Cohort 90') ? undefined : true))
  expect(await page('/contact')).toContain('· Kolam</title>')
})

it('the footer says that this is a demonstration while one file has examples', async () => {
  const sentence = 'This is a demonstration: people and figures are examples.'
  const ours = (name: string): string =>
    (yamlFiles[name] ?? '')
      .replaceAll('.example', '.test')
      .replaceAll('00000', '98400')
      .replace('confirmed: false', 'confirmed: true')
  const own = (names: readonly string[]) =>
    publish(Object.fromEntries(names.map((name) => [`content/${name}.yaml`, ours(`content/${name}.yaml`)])))
  await own(['site', 'team', 'mentors', 'portfolio'])
  expect(await shows('/contact', 'hello@kolam.test')).toContain(sentence)
  await own(['facts'])
  await until('the footer to change', async () => ((await page('/contact')).includes(sentence) ? undefined : true))
})
