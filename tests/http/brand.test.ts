import { execFile } from 'node:child_process'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { LettersResponse } from '../../src/api/letter-responses.ts'
import { yamlFiles } from '../../src/content/files.ts'
import { day, hour } from '../../src/shared/dates.ts'
import { closeProfiles, newProfile } from '../browser/chromium.ts'
import { axeFaults } from '../browser/drive.ts'
import { json } from '../support/desk.ts'
import { rows } from '../support/rows.ts'
import { cookiesOf, type Running, startServer, until } from '../support/server.ts'

// A second brand, made by `npm run init` on an installation: nothing that is served names the first one.

const answers = [
  'Vaasal Norte',
  '-',
  'Vaasal Norte Unipessoal, Lda',
  'NIPC',
  '000000000',
  'An accelerator at the river',
  'Rua do Exemplo 1, Floor 3',
  'Foz',
  'Porto',
  'Norte',
  '0000-000',
  'Portugal',
  'Europe/Lisbon',
  'EUR',
  '0.9',
  'hello@vaasal.example',
  'Marta Reis',
  '+351 200 000 000',
  '#123a5c',
  '#0b6e4f',
  '-',
  'yes',
  'no',
  // Its pages: studio, accelerator and about.
  ...['yes', 'yes', 'no', 'no', 'no', 'no', 'no', 'no', 'no', 'no', 'no', 'no', 'yes', 'no'],
]

let server: Running
beforeAll(async () => {
  server = await startServer()
})
afterEach(closeProfiles)
afterAll(() => server.remove())

const init = (lines: readonly string[], ...args: readonly string[]) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const program = execFile(
      process.execPath,
      [path.resolve('dist/server/init.js'), ...args],
      { env: { ...process.env, DATA_DIR: server.dataDir, ...(server.databaseUrl && { DATABASE_URL: server.databaseUrl }) } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : 1, text: stdout + stderr }),
    )
    program.stdin?.end(`${lines.join('\n')}\n`)
  })

const page = async (url: string): Promise<string> => (await fetch(server.url + url)).text()

/** What only the first brand has: its name, city, zone, currency and colours. */
const first =
  /Kolam(?!-)\b|கோலம்|Chennai|Mylapore|Tamil Nadu|\bIST\b|Asia\/Kolkata|India Standard|₹|\bINR\b|rupees|#5a1f17|#c2361d|#44150f|#a32a14/i

/** Where a text names the first brand, with the words around it. */
function hitsIn(texts: readonly (readonly [name: string, text: string])[]): readonly (readonly [string, string])[] {
  return texts.flatMap(([name, text]) => {
    const seen = text
      // Names of classes, attributes, custom properties, view transitions and built files are not seen.
      .replace(/\/_assets\/[\w.-]+|data-kolam|--kolam[\w-]*|\bkolam-[\w-]+|[\w-]+-kolam[\w-]*|class="[^"]*"/g, '')
    const hit = first.exec(seen)
    return hit === null ? [] : [[name, seen.slice(Math.max(0, hit.index - 60), hit.index + 60)] as const]
  })
}

it('an answer that cannot be used is told with its fault, and changes nothing', async () => {
  const pale = answers.map((answer) => (answer === '#0b6e4f' ? '#7fd8b0' : answer))
  const { code, text } = await init(pale)
  expect([code, text]).toEqual([
    1,
    expect.stringMatching(
      /Links and buttons gives .* a contrast of 1\.\d to 1.*The nearest that can be read is #[0-9a-f]{6}\n.*Nothing was changed/s,
    ),
  ])
  expect(await page('/')).toContain('Kolam')
})

it('nothing is published before a yes to the answers and to what still says the old', async () => {
  const refused = await init([...answers, 'no'])
  expect([refused.code, refused.text]).toEqual([1, expect.stringMatching(/Publish it\? yes or no\nNothing was changed\.\n$/)])
  for (const line of [
    'What will be published:',
    '  The name: Vaasal Norte',
    '  The name of the company behind it: Vaasal Norte Unipessoal, Lda',
    '  The kind of its number: NIPC',
    '  The address: house and street: Rua do Exemplo 1, Floor 3',
    '  The city: Porto',
    '  The country: Portugal',
    '  The telephone number: +351 200 000 000',
    'Other texts still say what these answers change:',
  ])
    expect(refused.text.split('\n')).toContain(line)
  expect(refused.text).toMatch(/^ {2}Apply[^:\n]*: .*Fund Raise/m)
  // What is of the country and of its language, and what counts the programmes.
  for (const line of ['  Questions and answers: three programmes, Tamil', '  Home: Four ways', '  Accelerator: India'])
    expect(refused.text.split('\n')).toContain(line)
  expect(refused.text).toMatch(/^ {2}Cohorts[^:\n]*: India/m)
  expect(refused.text).toMatch(/^ {2}Default rubrics: .*rupee/m)
  expect(refused.text).toMatch(/^Still examples, to be completed at \/app\/site: .*The deal, .*Privacy/m)
  // Texts of pages that the site does not have are in nobody's way.
  expect(refused.text).not.toMatch(/^ {2}(?:Team|Mentors|Fund raise|SAFE[^\n]*): /m)
  const withBlog = await init([...answers.map((answer, at) => (at === answers.length - 3 ? 'yes' : answer)), 'no'])
  const post = withBlog.text.split('\n').find((line) => line.startsWith('  SAFE, iSAFE, CCPS: ')) ?? ''
  expect([post.includes('₹'), post.includes('India')]).toEqual([true, true])
  // Nine posts have rupees, and one a company in Chennai.
  const posts = withBlog.text.split('\n').filter((line) => /^ {2}.*: .*₹/.test(line))
  expect([posts.length >= 9, withBlog.text.includes('Chennai')]).toEqual([true, true])
  const silent = await init(answers)
  expect([silent.code, silent.text]).toEqual([
    1,
    expect.stringMatching(/There is no answer\. Nothing was changed\. A program answers yes, or is called with --yes\.\n$/),
  ])
  expect(await page('/')).toContain('Kolam')
})

it('another address changes no more than its part, and a company can have no number', async () => {
  const blank = Array<string>(answers.length).fill('')
  const some = (changes: Readonly<Record<number, string>>) => init([...blank.map((_, at) => changes[at] ?? ''), 'no'])
  const street = await some({ 6: '5 Riverside Drive, Floor 3' })
  expect(street.text).toContain(
    '  The address: house and street: 5 Riverside Drive, Floor 3\n  The part of the city: Mylapore\n  The city: Chennai\n',
  )
  const without = await init([...blank.slice(0, 2), 'Baobab Launch, Ltd', '-', '-', ...blank.slice(5), 'no'])
  expect(without.text).toContain(
    '  The name of the company behind it: Baobab Launch, Ltd\n  The kind of its number: -\n  The number under which it is registered: -\n',
  )
  const nobody = await init([...blank.slice(0, 2), '-', ...blank.slice(5), 'no'])
  expect(nobody.text).toContain('  The name of the company behind it: -\n  One line that says what you are: ')
})

it('the answers make another brand, on every page, picture and list', { timeout: 120_000 }, async () => {
  expect(await init(answers, '--yes')).toEqual({ code: 0, text: expect.stringContaining('Published') })
  await until('the name', async () => ((await page('/')).includes('Vaasal Norte') ? true : undefined))
  const sitemap = await page('/sitemap.xml')
  const listed = [...sitemap.matchAll(/<loc>[^<]*?\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, url]) => url || '/')
  const served = [
    ...listed,
    ...[
      '/accelerator/questions',
      '/contact/submitted',
      '/nothing',
      '/my',
      '/opens',
      '/committee',
      '/entry',
      '/admin',
      '/app',
      '/app/dashboard',
      '/app/site',
    ],
    ...[
      '/app/outbox',
      '/app/insights',
      '/app/person',
      '/app/meetings',
      '/app/quarantine',
      '/app/scripts',
      '/sitemap.xml',
      '/robots.txt',
    ],
    ...['/favicon.svg', '/manifest.webmanifest', '/.well-known/security.txt', '/healthz', '/blog/feed.xml', '/openapi.json'],
  ]
  const texts: (readonly [string, string])[] = []
  for (const url of served) texts.push([url, await page(url)])
  expect(hitsIn(texts)).toEqual([])
  expect(listed).toContain('/startup-studio')
  expect(listed).not.toContain('/fund-raise')
  expect(await page('/')).toContain('#123a5c')
  // The way to the office goes with the address.
  expect(await page('/contact')).not.toContain('temple tank')
  const requested = await server.request('/api/auth/otp', json('POST', { email: 'admin@example.com' }))
  expect(requested.status).toBe(200)
  const mail = await server.mail(({ to }) => to?.[0]?.address === 'admin@example.com')
  expect(mail.from).toEqual({ name: 'Vaasal Norte', address: 'hello@vaasal.example' })
  expect(first.exec(`${mail.subject} ${mail.html} ${mail.text}`)).toBeNull()
  expect(mail.html).toContain('#123a5c')
})

const coloursOf = async (url: string): Promise<ReadonlySet<string>> => {
  const { data } = await sharp(Buffer.from(await (await fetch(server.url + url)).arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return new Set(Array.from({ length: data.length / 3 }, (_, at) => `#${data.subarray(3 * at, 3 * at + 3).toString('hex')}`))
}

it('its pictures have its colours, and no colour of the first brand', async () => {
  const pages = await Promise.all(['/', '/accelerator', '/startup-studio', '/contact', '/apply', '/about', '/privacy'].map(page))
  const pictures = new Set(pages.join().match(/\/og\/[\w-]+\.png/g))
  expect(pictures.size).toBeGreaterThan(5)
  for (const url of [...pictures, '/icon-180.png', '/icon-192.png', '/icon-512.png']) {
    const colours = await until(`${url} in the ground colour`, async () => {
      const all = await coloursOf(url)
      return all.has('#123a5c') ? all : undefined
    })
    for (const colour of ['#5a1f17', '#c2361d', '#44150f', '#a32a14']) expect([url, colour, colours.has(colour)]).toContain(false)
  }
})

it('its letters, private pages, exports and calendars are of that brand too', { timeout: 120_000 }, async () => {
  const texts: (readonly [string, string])[] = []
  const desk = async (url: string, method = 'GET', body?: object) => {
    const response = await server.fetch(url, method, body)
    expect([url, response.ok]).toEqual([url, true])
    return response
  }
  /** Reads an answer: its text, or those of the files in it. */
  const read = async (url: string, response: Response) => {
    const bytes = new Uint8Array(await response.arrayBuffer())
    texts.push([`${url} headers`, [...response.headers].join('\n')])
    if (/zip/.test(response.headers.get('content-type') ?? ''))
      for (const [name, file] of Object.entries(unzipSync(bytes))) texts.push([`${url} ${name}`, name + strFromU8(file)])
    else texts.push([url, strFromU8(bytes)])
  }
  const { id, link: own } = await server.apply('Accelerator')
  const { id: other } = await server.apply('StartupStudio')
  await server.apply('Contact')
  const applicant = { cookie: cookiesOf(await server.request(own)) }

  // A committee reads it, an invitation leads to a meeting, another one is rejected.
  await desk('/api/committees', 'POST', {
    ...{ title: 'First reading', ids: [id], days: 14, with_names: false, mail: true },
    members: [{ name: 'Meera', email: 'meera@reader.example' }],
  })
  await desk(`/api/applications/${id}`, 'PATCH', { status: 'pitch' })
  await desk(`/api/applications/${other}`, 'PATCH', { status: 'rejected' })
  const at = new Date(Math.ceil(Date.now() / day + 5) * day + 10 * hour).toISOString()
  await desk('/api/meetings/slots', 'PUT', { add: [at], remove: [], minutes: 45 })
  await server.mail(({ subject }) => subject?.startsWith('An invitation') === true)
  const body = new URLSearchParams({ of: id, at, from: '' })
  expect((await fetch(`${server.url}/my/meeting`, { method: 'POST', headers: applicant, body })).ok).toBe(true)
  const feed = (await (await desk('/api/meetings/feed', 'POST', {})).json()) as { readonly url: string }
  const calendar = new URL(feed.url).pathname
  await read('calendar', await fetch(server.url + calendar))
  for (const url of ['/my', '/my/meeting', `/my/data?of=${id}`])
    await read(url, await fetch(server.url + url, { headers: applicant }))
  const refused = new URLSearchParams({ formType: 'Contact', name: 'Nila' })
  const html = { accept: 'text/html' }
  await read('refused', await fetch(`${server.url}/api/submit-application`, { method: 'POST', headers: html, body: refused }))
  const email = new URLSearchParams({ email: 'nila@example.in' })
  await read('opens', await fetch(`${server.url}/opens`, { method: 'POST', headers: html, body: email }))
  for (const url of ['/api/applications', `/api/applications/${id}`, '/api/insights', `/api/person/archive?id=${id}`])
    await read(url, await desk(url))
  for (const format of ['csv', 'json', 'zip']) await read(format, await desk(`/api/applications/export?format=${format}`))
  await read('persons', await desk('/api/person/concerned'))
  const workbook = await (await desk('/api/applications/export?format=xlsx')).arrayBuffer()
  texts.push(['workbook', JSON.stringify(await readSheet(Buffer.from(workbook)))])

  const { letters } = (await (await desk('/api/letters')).json()) as LettersResponse
  expect(letters.length).toBeGreaterThan(30)
  texts.push(...letters.map((letter) => [letter.name, JSON.stringify(letter)] as const))
  const invited = await server.mail(({ subject }) => subject?.startsWith('Our meeting') === true)
  expect(invited.attachments.map(({ mimeType }) => mimeType)).toContain('text/calendar')
  const committee = await server.mail(({ to }) => to?.[0]?.address === 'meera@reader.example')
  const link = new URL(/https?:\S*\/committee\/link\/\S+/.exec(committee.text ?? '')?.[0] ?? '').pathname
  const member = await server.request(link)
  const home = member.headers.get('location') ?? ''
  for (const url of [home, `${home}/${id}`])
    await read('committee', await fetch(server.url + url, { headers: { cookie: cookiesOf(member) } }))
  await server.mail(({ text }) => text?.includes('/opens/link/') === true)
  const mails = await server.mails()
  for (const { subject, from, html: markup, text, attachments } of mails) {
    const files = attachments.map(({ filename, content }) => `${filename} ${strFromU8(new Uint8Array(content as ArrayBuffer))}`)
    texts.push([`mail ${subject}`, [subject, JSON.stringify(from), markup, text, ...files].join('\n')])
    expect([subject, from?.name]).toEqual([
      subject,
      /sign-in|new browser/i.test(subject ?? '') ? expect.any(String) : 'Vaasal Norte',
    ])
  }
  expect(mails.length).toBeGreaterThan(8)
  expect(mails.find(({ subject }) => subject?.startsWith('We have your'))?.text).toMatch(
    /With thanks,\s+Marta Reis, Vaasal Norte/,
  )
  expect(hitsIn(texts)).toEqual([])
})

it('choices that applications may have stay, hidden and disabled', { timeout: 60_000 }, async () => {
  const again = answers.map((_, at) => ({ 13: 'KES', 14: '130' })[at] ?? '')
  expect(await init(again, '--yes')).toEqual({ code: 0, text: expect.stringContaining('Published') })
  const html = await until('the other currency', async () => {
    const shown = await page('/accelerator')
    return shown.includes('KES') || shown.includes('Ksh') ? shown : undefined
  })
  const options = (html.match(/<option[^>]*>[^<]*<\/option>/g) ?? []).filter((option) => option.includes('€'))
  expect(options.length).toBeGreaterThan(3)
  expect(options.filter((option) => !/^<option(?=[^>]* disabled)(?=[^>]* hidden)/.test(option))).toEqual([])
  expect(html).not.toContain('₹')
})

it('axe finds nothing on its pages, in its colours', async () => {
  const pages = ['/', '/accelerator', '/startup-studio', '/contact', '/apply', '/about', '/privacy', '/app']
  const page = await (await newProfile({ viewport: { width: 360, height: 800 } })).newPage()
  const faults: unknown[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  for (const url of rows(pages, ['/', '/accelerator', '/app'])) {
    await page.goto(server.url + url)
    faults.push(...(await axeFaults(page)).map((fault) => [url, fault]))
  }
  expect(faults).toEqual([])
})

it('without the examples nobody and nothing is invented, and no page is empty', { timeout: 120_000 }, async () => {
  const other = await startServer()
  const first = server
  server = other
  try {
    const bare = answers.map((answer, at) => (at === answers.indexOf('-', 20) + 1 ? 'no' : answer))
    // Those of people, companies and posts are not asked for.
    const lines = [...bare.slice(0, -14), ...['yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes']]
    const { code, text } = await init(lines, '--yes')
    expect([code, text.includes('invented people, companies, posts and figures: no')]).toEqual([0, true])
    const listed = await until('the pages', async () => {
      const all = [...(await page('/sitemap.xml')).matchAll(/<loc>[^<]*?\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, url]) => url || '/')
      return all.includes('/portfolio') ? undefined : all
    })
    expect(listed).toEqual(expect.arrayContaining(['/', '/accelerator', '/fund-raise', '/service-provider', '/investors']))
    expect(listed.filter((url) => /^\/(?:portfolio|team|mentors|blog|ta)\b/.test(url))).toEqual([])
    expect((await fetch(`${server.url}/ta/accelerator`)).status).toBe(404)
    const names = ['team', 'mentors', 'portfolio'].flatMap((name) =>
      [...(yamlFiles[`content/${name}.yaml`] ?? '').matchAll(/^- name: (.*)$/gm)].map(([, each]) => each ?? ''),
    )
    expect(names.length).toBeGreaterThan(20)
    for (const url of listed) {
      const html = await page(url)
      expect([url, names.filter((each) => html.includes(each))]).toEqual([url, []])
      expect([url, /<ul[^>]*>\s*<\/ul>|<figure[^>]*>\s*<\/figure>/.test(html)]).toEqual([url, false])
    }
    expect((await fetch(`${server.url}/blog/closing-a-company`)).status).toBe(404)
    // Said again, nothing is asked that was answered.
    const again = await init([...Array<string>(lines.length - 1).fill(''), 'no'])
    expect(again.text).not.toContain('invented people')
  } finally {
    server = first
    await other.remove()
  }
})
