import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rows } from '../support/rows.ts'
import { type Running, startServer, until } from '../support/server.ts'
import { sharedBrowser } from './chromium.ts'
import { formRows, forms } from './drive.ts'

/** Limits in bytes: a content page as transferred, without fonts and pictures; its HTML and that of a form page, compressed as well as possible; the scripts of a form page with its form in view. */
const contentBudget = 30 * 1024
const htmlBudget = 15 * 1024
const formBudget = 22 * 1024
const scriptBudget = 80 * 1024

/** The scripts that the desk needs before it shows its list, in bytes, not compressed: what a slow computer has to read. */
const listBudget = 570_000

/** Pages without a form that are opened in the browser: one of each layout. */
const chosen = ['/', '/portfolio', '/about', '/blog', '/blog/startup-funding-guide-2024']

let server: Running

beforeAll(async () => {
  server = await startServer()
  // The server compresses pages after the first responses. The budget applies to compressed pages.
  await until(
    'compressed pages',
    async () => {
      const { routes } = await publicRoutes()
      const encodings = await Promise.all(
        routes.map(async (route) =>
          (await fetch(server.url + route, { headers: { 'accept-encoding': 'br' } })).headers.get('content-encoding'),
        ),
      )
      return encodings.every((encoding) => encoding === 'br') || undefined
    },
    60_000,
  )
}, 120_000)
afterAll(async () => {
  await server?.remove()
})

/** The routes in the sitemap. */
async function publicRoutes(): Promise<{ routes: string[] }> {
  const xml = await (await fetch(`${server.url}/sitemap.xml`)).text()
  return { routes: [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname) }
}

/** Opens a route. Returns the transferred bytes by kind of resource. */
async function weigh(route: string, act: (page: Page) => Promise<void> = async () => {}): Promise<Record<string, number>> {
  const page = await (await sharedBrowser()).newPage({ baseURL: server.url })
  const bytes: Record<string, number> = {}
  const counting: Promise<void>[] = []
  const count = (request: Request): void => {
    counting.push(
      request.sizes().then(({ responseBodySize }) => {
        const kind = request.resourceType()
        bytes[kind] = (bytes[kind] ?? 0) + responseBodySize
      }),
    )
  }
  page.on('requestfinished', count)
  await page.goto(route, { waitUntil: 'networkidle' })
  await act(page)
  // Later requests prefetch the next page.
  page.off('requestfinished', count)
  await Promise.all(counting)
  await page.close()
  return bytes
}

/** A compressed response, and its size in bytes as transferred. */
function compressed(address: string): Promise<{ text: string; size: number }> {
  return new Promise((resolve, reject) => {
    get(new URL(address, server.url), { headers: { 'accept-encoding': 'br' } }, async (response) => {
      const body = await buffer(response)
      const isCompressed = response.headers['content-encoding'] === 'br'
      resolve({ text: (isCompressed ? brotliDecompressSync(body) : body).toString(), size: body.byteLength })
    }).on('error', reject)
  })
}

/** Runs `work` for each item, four at a time: a page is mostly idle while it loads. */
async function forEach<Item>(all: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...all]
  const next = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all([next(), next(), next(), next()])
}

describe('the weight of the pages', () => {
  it('without a form stays within budget and loads no script but the filter', async () => {
    const { routes } = await publicRoutes()
    expect(routes.length).toBeGreaterThan(25)
    const paths = new Set<string>(forms.map((form) => form.path))
    const heavy: string[] = []
    const content = routes.filter((route) => !paths.has(route.replace(/^\/ta(?=\/)/, '')))
    for (const route of content) {
      const html = await compressed(route)
      const linked = [...html.text.matchAll(/<link [^>]*rel="stylesheet"[^>]*>/g)].map(
        ([link]) => /href="([^"]+)"/.exec(link)?.[1] ?? '',
      )
      const styles = await Promise.all(linked.map(compressed))
      const bytes = [html, ...styles].reduce((sum, { size }) => sum + size, 0)
      if (bytes > contentBudget) heavy.push(`${route}: ${bytes} bytes`)
      if (route !== '/portfolio' && /<script[^>]*(src=|type="module")/.test(html.text)) heavy.push(`${route} names a script`)
    }
    for (const route of routes.filter((route) => !route.startsWith('/ta/'))) {
      const size = brotliCompressSync((await compressed(route)).text).byteLength
      if (size > (paths.has(route) ? formBudget : htmlBudget)) heavy.push(`${route}: ${size} bytes of HTML`)
    }
    // What a browser adds to that does not depend on the text of a page.
    await forEach(rows(content, chosen), async (route) => {
      const { document = 0, stylesheet = 0, script = 0 } = await weigh(route)
      expect(document, route).toBeGreaterThan(0)
      if (document + stylesheet + script > contentBudget) heavy.push(`${route}: ${document + stylesheet + script} bytes`)
      if (script > 0 && route !== '/portfolio') heavy.push(`${route}: ${script} bytes of script`)
    })
    expect(heavy).toEqual([])
  }, 180_000)

  it('of script on a form page stays within budget with the form in view', async () => {
    const heavy: string[] = []
    await forEach(formRows('Accelerator', 'WorkForStartups', 'EarlyCustomer'), async ([, form]) => {
      const { script = 0 } = await weigh(form.path, async (page) => {
        await page.locator('[data-form-place]').scrollIntoViewIfNeeded()
        await page.locator('form[novalidate]').waitFor()
        await page.waitForLoadState('networkidle')
      })
      expect(script).toBeGreaterThan(0)
      if (script > scriptBudget) heavy.push(`${form.path}: ${script} bytes`)
    })
    expect(heavy).toEqual([])
  }, 120_000)

  it('of script for the desk’s list stays within budget', async () => {
    const read = async (path: string): Promise<string> => (await fetch(server.url + path)).text()
    const named = (text: string, pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([, name = '']) => name)
    const sizes = new Map<string, number>()
    let all = ''
    const add = async (name: string): Promise<void> => {
      if (sizes.has(name)) return
      sizes.set(name, 0)
      const text = await read(`/_assets/${name}`)
      all += text
      sizes.set(name, Buffer.byteLength(text))
      for (const imported of named(text, /(?:import|from)\s*["']\.\/([^"']+\.js)["']/g)) await add(imported)
    }
    for (const name of named(await read('/app/dashboard'), /_assets\/([\w.-]+\.js)/g)) await add(name)
    const [list = ''] = named(all, /(ApplicationsPage\.[\w-]+\.js)/g)
    await add(list)
    expect(sizes.get(list)).toBeGreaterThan(30_000)
    expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(listBudget)
  })
})
