import { execFile } from 'node:child_process'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { readSheet } from 'read-excel-file/node'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LettersResponse } from '../../src/api/letter-responses.ts'
import { launchOptions } from '../browser/chromium.ts'
import { axeFaults } from '../browser/drive.ts'
import { answers as answersTo, submission } from '../support/answers.ts'
import { type Running, startServer, until } from '../support/server.ts'

// A second brand, made by `npm run init` on an installation: nothing that is served names the first one.

const answers = [
  'Vaasal Norte',
  '-',
  'Vaasal Norte Unipessoal Lda, NIPC 000000000',
  'An accelerator at the river',
  'Rua do Exemplo 1, Foz, Porto, Norte, 0000-000, Portugal',
  'Europe/Lisbon',
  'EUR 0.9',
  'hello@vaasal.example, +351 200 000 000',
  '#123a5c #0b6e4f',
  'fund-raise, acceleration-as-service, service-provider, work-for-startups, become-early-customer, investors, the-last-call, portfolio, team, mentors, blog',
]

let server: Running
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

const init = (lines: readonly string[]) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const program = execFile(
      process.execPath,
      [path.resolve('dist/server/init.js')],
      { env: { ...process.env, DATA_DIR: server.dataDir, ...(server.databaseUrl && { DATABASE_URL: server.databaseUrl }) } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : 1, text: stdout + stderr }),
    )
    program.stdin?.end(`${lines.join('\n')}\n`)
  })

const page = async (url: string): Promise<string> => (await fetch(server.url + url)).text()

/** What only the first brand has: its name, city, zone, currency and colours. */
const first =
  /Kolam(?!-)\b|கோலம்|Chennai|Mylapore|Tamil Nadu|\bIST\b|Asia\/Kolkata|India Standard|₹|\bINR\b|rupees|#5a1f17|#c2361d|#44150f|#a32a14/i

it('an answer that cannot be used is told with its fault, and changes nothing', async () => {
  const pale = answers.map((answer) => (answer.startsWith('#') ? '#123a5c #7fd8b0' : answer))
  const { code, text } = await init(pale)
  expect([code, text]).toEqual([1, expect.stringMatching(/Accent gives .* a contrast of 1\.\d to 1.*Nothing was changed/s)])
  expect(await page('/')).toContain('Kolam')
})

it('ten answers make another brand, on every page, picture and list', { timeout: 120_000 }, async () => {
  expect(await init(answers)).toEqual({ code: 0, text: expect.stringContaining('Published') })
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
      '/admin',
      '/app',
      '/app/dashboard',
      '/app/site',
    ],
    ...[
      '/app/letters',
      '/app/outbox',
      '/app/insights',
      '/app/person',
      '/app/meetings',
      '/app/quarantine',
      '/app/scripts',
      '/sitemap.xml',
      '/robots.txt',
    ],
    ...['/favicon.svg', '/manifest.webmanifest', '/.well-known/security.txt', '/healthz'],
  ]
  const found = []
  for (const url of served) {
    const text = (await page(url))
      // Names of classes, attributes, custom properties, view transitions and built files are not seen.
      .replace(/\/_assets\/[\w.-]+|data-kolam|--kolam[\w-]*|\bkolam-[\w-]+|[\w-]+-kolam[\w-]*|class="[^"]*"/g, '')
      // The choices of earlier versions of a form are kept for earlier answers, and not shown.
      .replace(/<option [^>]*hidden[^>]*>[^<]*<\/option>|\b(props|data-[\w-]+)="[^"]*"/g, '')
    const hit = first.exec(text)
    if (hit !== null) found.push([url, text.slice(Math.max(0, hit.index - 60), hit.index + 60)])
  }
  expect(found).toEqual([])
  expect(listed).toContain('/startup-studio')
  expect(listed).not.toContain('/fund-raise')
  expect(await page('/')).toContain('#123a5c')
  const requested = await fetch(`${server.url}/api/auth/otp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.com' }),
  })
  expect(requested.status).toBe(200)
  const mail = await server.mail(({ to }) => to?.[0]?.address === 'admin@example.com')
  expect(mail.from).toEqual({ name: 'Vaasal Norte', address: 'hello@vaasal.example' })
  expect(first.exec(`${mail.subject} ${mail.html} ${mail.text}`)).toBeNull()
  expect(mail.html).toContain('#123a5c')
})

it('its pictures, letters and exports are of that brand too', async () => {
  const corner = async (url: string): Promise<string> => {
    const { data } = await sharp(Buffer.from(await (await fetch(server.url + url)).arrayBuffer()))
      .extract({ left: 2, top: 100, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return `#${data.toString('hex')}`
  }
  for (const url of ['/og/home.png', '/og/contact.png', '/icon-180.png'])
    await until(`${url} in the ground colour`, async () => (await corner(url)) === '#123a5c')

  const headers = { cookie: await server.signIn() }
  const sent = await fetch(`${server.url}/api/submit-application`, submission('Contact', answersTo('Contact')))
  expect(sent.status).toBe(201)
  const { letters } = (await (await fetch(`${server.url}/api/letters`, { headers })).json()) as LettersResponse
  const texts: (readonly [string, string])[] = letters.map((letter) => [letter.name, JSON.stringify(letter)])
  for (const url of ['/api/applications', '/api/applications/export?format=csv'])
    texts.push([url, await (await fetch(server.url + url, { headers })).text()])
  const workbook = await (await fetch(`${server.url}/api/applications/export?format=xlsx`, { headers })).arrayBuffer()
  texts.push(['workbook', JSON.stringify(await readSheet(Buffer.from(workbook)))])
  const hits = texts.flatMap(([name, text]) => {
    const hit = first.exec(text)
    return hit === null ? [] : [[name, text.slice(Math.max(0, hit.index - 60), hit.index + 60)]]
  })
  expect(hits).toEqual([])
  expect(letters.length).toBeGreaterThan(30)
})

it('axe finds nothing on its pages, in its colours', async () => {
  const browser = await chromium.launch(launchOptions)
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 800 } })
    const faults = []
    for (const url of ['/', '/accelerator', '/startup-studio', '/contact', '/apply', '/about', '/privacy', '/app']) {
      await page.goto(server.url + url)
      faults.push(...(await axeFaults(page)).map((fault) => [url, fault]))
    }
    expect(faults).toEqual([])
  } finally {
    await browser.close()
  }
})
