import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { cohortOptions } from '../../src/content/cohorts.ts'
import { cohorts, portfolio } from '../../src/content/content.ts'
import { allForms } from '../../src/forms/definitions/all.ts'
import { rows } from '../support/rows.ts'
import { axeFaults, nextPaint, shifts, startSite } from './drive.ts'
import { texts } from './site-texts.ts'

const { server, visit } = startSite()
const routes = Object.keys(texts)
const at = (path: string) => new URL(path, server().url).href

test('each page has its own title and description, and absolute URLs', async () => {
  const heads = await Promise.all(
    routes.map(async (route) => {
      const html = await (await fetch(at(route))).text()
      const of = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
      return {
        route,
        title: of(/<title>([^<]+)/),
        description: of(/name="description" content="([^"]+)/),
        canonical: of(/rel="canonical" href="([^"]+)/),
        picture: of(/property="og:image" content="([^"]+)/),
      }
    }),
  )
  for (const key of ['title', 'description', 'picture'] as const)
    expect(new Set(heads.map((head) => head[key])).size, key).toBe(routes.length)
  for (const { route, canonical, picture, description } of heads) {
    expect(canonical.replace(/\/$/, '')).toBe(at(route).replace(/\/$/, '').replace('127.0.0.1', 'localhost'))
    expect(description.length, route).toBeGreaterThan(49)
    const image = await fetch(at(new URL(picture).pathname))
    expect([image.status, image.headers.get('content-type')], picture).toEqual([200, 'image/png'])
  }
})

test('every internal link leads to a page, every anchor to an id', async () => {
  const pages = new Map<string, string>()
  const read = async (path: string): Promise<string> => {
    const cached = pages.get(path)
    if (cached !== undefined) return cached
    const response = await fetch(at(path))
    const html = response.status === 200 ? await response.text() : ''
    pages.set(path, html)
    return html
  }
  const broken: string[] = []
  const reached = new Set<string>()
  const waiting = ['/']
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const html = await read(path)
    for (const [, link = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (!/^[/#]/.test(link)) continue
      const [to = '', anchor] = (link.startsWith('#') ? path + link : link).split('#')
      if ((await read(to)) === '') broken.push(`${path}: ${link}`)
      else if (anchor !== undefined && !pages.get(to)?.includes(`id="${anchor}"`)) broken.push(`${path}: ${link} (no such id)`)
      if (!reached.has(to)) {
        reached.add(to)
        if (!/\.\w+$/.test(to)) waiting.push(to)
      }
    }
  }
  expect(broken).toEqual([])
  expect(routes.filter((route) => !reached.has(route))).toEqual([])
})

test('an unknown path or post answers 404 with its page and one console line', async () => {
  const { page, consoleMessages } = await visit()
  const response = await page.goto('/ideas/that-pivoted')
  expect(response?.status()).toBe(404)
  expect(await page.locator('h1').textContent()).toBe('OOPS! THIS STARTUP IDEA PIVOTED')
  for (const to of ['/', '/startup-studio']) expect(await page.locator(`main a[href="${to}"]`).count(), to).toBe(1)
  expect(consoleMessages.filter((line) => line.includes('/ideas/that-pivoted') && line.startsWith('404:'))).toHaveLength(1)
  expect(await axeFaults(page)).toEqual([])
  expect((await page.goto('/blog/no-such-post'))?.status()).toBe(404)
  expect(await page.locator('h1').textContent()).toBe('Post Not Found')
  expect(await page.locator('main').textContent()).toContain("The blog post you're looking for doesn't exist.")
  expect(await page.locator('main a[href="/blog"]').count()).toBe(1)
  expect(await page.locator('main a[href^="/blog/"]').count()).toBe(3)
})

/** The categories of the companies, in their order, and the companies of the last one. */
const categories = [...new Set(portfolio.map(({ category }) => category))]
const lastCategory = categories.at(-1) ?? ''
const ofLast = portfolio.filter(({ category }) => category === lastCategory).map(({ name }) => name)

test('the portfolio shows all companies, then those of the chosen category', async () => {
  const { page } = await visit()
  await page.goto('/portfolio')
  const names = () => page.locator('#company-list > li:visible h3').allTextContents()
  const buttons = page.locator('#filter button')
  expect(await buttons.allTextContents()).toEqual(['All', ...categories])
  expect(await names()).toHaveLength(portfolio.length)
  await page.getByRole('button', { name: lastCategory, exact: true }).click()
  expect(await names()).toEqual(ofLast)
  expect(await page.locator('#filter [aria-pressed=true]').allTextContents()).toEqual([lastCategory])
  expect(await page.getByRole('status').textContent()).toBe(ofLast.length === 1 ? '1 company' : `${ofLast.length} companies`)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  expect(await names()).toHaveLength(portfolio.length)
})

test('the portfolio filters without a script, in the list and in its kolam', async () => {
  const { page } = await visit({ javaScriptEnabled: false })
  await page.goto('/portfolio')
  const names = () => page.locator('#company-list > li:visible h3').allTextContents()
  const dots = page.getByRole('group', { name: 'The companies as dots of one kolam' }).getByRole('link')
  const dimmed = () => dots.evaluateAll((all) => all.filter((dot) => getComputedStyle(dot).opacity !== '1').length)
  // The drawing shows at most eight names.
  const drawn = portfolio.slice(0, 8)
  expect([(await names()).length, await dots.count(), await dimmed()]).toEqual([portfolio.length, drawn.length, 0])
  await page.getByRole('button', { name: lastCategory, exact: true }).click()
  await page.waitForURL(/\/portfolio\?#field-(?!all$)[a-z-]+$/)
  expect(await names()).toEqual(ofLast)
  await expect.poll(dimmed).toBe(drawn.filter(({ category }) => category !== lastCategory).length)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.waitForURL('**/portfolio?#field-all')
  expect(await names()).toHaveLength(portfolio.length)
})

test('a picture that fails to load leaves the initials visible', async () => {
  const { page } = await visit({ viewport: { width: 1440, height: 900 } })
  await page.route('**/*.svg', (route) => (route.request().resourceType() === 'image' ? route.abort() : route.continue()))
  const seen = async (path: string): Promise<string | undefined> => {
    await page.goto(path)
    const tile = page.locator('main span:has(> img)').first()
    await tile.scrollIntoViewIfNeeded()
    // A picture inside the page cannot fail to load, so the test corrupts it.
    await tile.locator('img').evaluate((img: HTMLImageElement) => {
      if (img.src.startsWith('data:')) img.src = 'data:image/svg+xml,'
    })
    await expect
      .poll(() => tile.locator('img').evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth === 0))
      .toBe(true)
    return tile.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const letter = element.querySelector('span')?.getBoundingClientRect()
      const middle = letter && { x: letter.left + letter.width / 2, y: letter.top + letter.height / 2 }
      return middle && Math.abs(middle.x - left - width / 2) < 4 && Math.abs(middle.y - top - height / 2) < 8
        ? (element.textContent ?? '')
        : undefined
    })
  }
  expect(await seen('/portfolio')).toBe('K')
  expect(await seen('/team')).toBe('RA')
  expect(await seen('/mentors')).toBe('LT')
})

test('the map contacts OpenStreetMap only after a click', async () => {
  const { page, context } = await visit()
  const foreign: string[] = []
  await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: '<title>map</title>' }))
  page.on('request', (request) => {
    if (!request.url().startsWith(server().url)) foreign.push(new URL(request.url()).host)
  })
  await page.goto('/contact')
  const map = page.locator('#map')
  expect((await map.boundingBox())?.height).toBe(400)
  expect(foreign).toEqual([])
  await page.getByRole('button', { name: 'Load the live map' }).click()
  await map.locator('iframe').waitFor()
  await expect.poll(() => foreign).toEqual(['www.openstreetmap.org'])
  await expect.poll(() => page.frames().at(-1)?.title()).toBe('map')
  expect((await map.boundingBox())?.height).toBe(400)
})

test('a closed cohort is red and no link, the open one links to the form', async () => {
  const { page } = await visit({ viewport: { width: 1440, height: 900 } })
  await page.goto('/accelerator')
  const card = (label: string) => page.locator('#cohorts li', { hasText: new RegExp(`^\\s*${label}(?!\\d)`) })
  const ground = (label: string) =>
    card(label)
      .locator('> *')
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  const [open, coming] = (['Apply Now', 'Coming Soon'] as const).map((status) =>
    cohorts.find((cohort) => cohort.status === status),
  )
  for (const { label, status } of cohorts) {
    expect([label, await card(label).locator('a').count()]).toEqual([label, status === 'Apply Now' ? 1 : 0])
    const colour = await card(label).evaluate((element) => (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number))
    const [red = 0, green = 0, blue = 0] = colour
    expect([label, red > 2 * Math.max(green, blue)]).toEqual([label, status === 'Closed'])
  }
  if (open !== undefined && coming !== undefined) expect(await ground(open.label)).not.toBe(await ground(coming.label))
  if (open !== undefined) {
    await card(open.label).getByRole('link').click()
    await expect.poll(() => page.locator('#apply').evaluate((form) => Math.abs(form.getBoundingClientRect().top) < 80)).toBe(true)
  }
})

test('the chat link has the template as its text', async () => {
  const html = await (await fetch(at('/the-last-call'))).text()
  const link = /href="([^"]+\?text=[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  const text = new URL(link ?? '').searchParams.get('text') ?? ''
  for (const field of ['Name', 'Startup name', 'Stage (Idea / Early / Growth / Shutdown)', 'Topic']) expect(text).toContain(field)
})

// The three share the font and its fallback.
test.each(rows(['/', '/accelerator', '/portfolio'], ['/accelerator']))(
  '%s does not shift when its font arrives late',
  async (route) => {
    const { page } = await visit({ viewport: { width: 360, height: 740 } })
    let release = () => {}
    const late = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/*.woff2', async (request) => {
      await late
      await request.continue()
    })
    const shifted = await shifts(page)
    await page.goto(route, { waitUntil: 'domcontentloaded' })
    const height = () => page.locator('h1').evaluate((heading) => heading.getBoundingClientRect().height)
    const before = await height()
    release()
    // Wait for the font of the top of the page, and then for it to be painted.
    await page.waitForFunction(() =>
      Array.from(document.fonts).some((face) => face.family.includes('Anek Latin') && face.status === 'loaded'),
    )
    await nextPaint(page)
    expect(await height()).toBe(before)
    expect(await shifted()).toBeLessThan(0.01)
  },
)

const pieces = [
  ['/', 1440],
  ['/portfolio', 360],
  ['/accelerator', 360],
  ['/acceleration-as-service', 360],
  ['/', 360],
] as const

// The drawing that is filtered, and the longest page.
test.each(rows(pieces, pieces.slice(1, 3)))('%s does not shift when it arrives in pieces, at %i px', async (route, width) => {
  const html = Buffer.from(await (await fetch(at(route))).arrayBuffer())
  const { page, context } = await visit({ viewport: { width, height: 740 } })
  // The next piece is sent when the page has painted the last one.
  let next = () => {}
  const slow = createServer(async (request, response) => {
    if (request.url === '/painted') {
      response.end()
      return next()
    }
    if (request.url !== route) return response.writeHead(302, { location: at(request.url ?? '/') }).end()
    response.writeHead(200, { 'content-type': 'text/html' })
    for (let from = 0, to = html.indexOf('<body'); from < html.length; from = to, to += 1500) {
      const requested = new Promise<void>((resolve) => {
        next = resolve
      })
      response.write(html.subarray(from, to))
      if (from > 0) await requested
    }
    response.end()
  }).listen(0, '127.0.0.1')
  const shifted = await shifts(page)
  await page.addInitScript(() => {
    const requestNext = (): void => {
      if (document.readyState === 'loading') requestAnimationFrame(() => fetch('/painted').then(() => setTimeout(requestNext)))
    }
    requestNext()
  })
  await page.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}${route}`)
  await nextPaint(page)
  expect(await shifted()).toBeLessThan(0.01)
  await context.close()
  slow.closeAllConnections()
  slow.close()
})

test('no font and no script blocks the first paint', async () => {
  for (const route of routes) {
    const [head = '', body = ''] = (await (await fetch(at(route))).text()).split('<body')
    expect(head, route).not.toMatch(/rel="(preload|modulepreload)"|<script src|@import/)
    expect(body.match(/<link rel="preload" href="[^"]+\.woff2" as="font" type="font\/woff2" crossorigin>/g), route).toHaveLength(
      1,
    )
    expect(body.indexOf('rel="preload"'), route).toBeLessThan(body.indexOf('<header'))
  }
})

test.each([
  ['ended', -1, ['kept']],
  ['valid', 60, ['auth_token', 'auth_user', 'cached_applications', 'kept']],
])('only the end of the session removes the data of the desk: %s', async (_, seconds, left) => {
  const { page } = await visit()
  await page.addInitScript(
    (exp) => {
      const claims = btoa(JSON.stringify({ userId: 'a', email: 'ó', exp }))
      localStorage.setItem('auth_token', claims.replaceAll('+', '-').replaceAll('/', '_'))
      for (const key of ['auth_user', 'cached_applications', 'kept']) localStorage.setItem(key, '[]')
    },
    Math.floor(Date.now() / 1000) + seconds,
  )
  await page.goto('/privacy')
  await page.evaluate(() => new Promise<unknown>((resolve) => requestIdleCallback(resolve)))
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(left)
})

test('a link opens the next page at its top', async () => {
  const { page } = await visit({ viewport: { width: 1440, height: 900 } })
  await page.goto('/')
  await page.locator('footer').scrollIntoViewIfNeeded()
  await page.locator('footer a[href="/mentors"]').click()
  await page.waitForURL('**/mentors')
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('on a phone the menu opens without a script and reaches every page', async () => {
  const { page } = await visit({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })
  await page.goto('/')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Fund Raise' })
  expect(await link.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Menu' }).click()
  await link.waitFor()
  const targets = await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link')
    .evaluateAll((links) => links.map((each) => each.getAttribute('href')))
  expect(routes.filter((route) => !route.startsWith('/blog/') && !targets.includes(route))).toEqual([])
  // The menu covers the page: elements under it cannot be focused.
  const covered: string[] = []
  for (let press = 0; press < targets.length + 4; press += 1) {
    await page.keyboard.press('Tab')
    covered.push(
      ...(await page.evaluate(() =>
        [document.activeElement].flatMap((at) =>
          at?.closest('body > main, body > footer, [href="#main"]') ? [at.outerHTML] : [],
        ),
      )),
    )
  }
  expect(covered).toEqual([])
  await page.keyboard.press('Escape')
  await link.waitFor({ state: 'hidden' })
  expect(await page.locator('main').isVisible()).toBe(true)
})

test('sitemap, robots, feed, icon and manifest use the public address', async () => {
  const get = async (path: string) => {
    const response = await fetch(at(path))
    expect(response.status, path).toBe(200)
    return { type: response.headers.get('content-type') ?? '', text: await response.text() }
  }
  const publicUrl = server().url.replace('127.0.0.1', 'localhost')
  const sitemap = await get('/sitemap.xml')
  const listed = Array.from(sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url]) => new URL(url ?? '').pathname)
  expect(routes.filter((route) => !listed.includes(route))).toEqual([])
  expect(sitemap.text).not.toContain('invalid')
  const robots = (await get('/robots.txt')).text
  expect(robots).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
  const shut = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, prefix = '']) => prefix)
  expect(
    ['/apply', '/accelerator', '/about', '/blog'].filter((route) => shut.some((prefix) => route.startsWith(prefix))),
  ).toEqual([])
  const feed = await get('/blog/feed.xml')
  expect(feed.text.match(/<item>/g)?.length).toBe(listed.filter((path) => path.startsWith('/blog/')).length)
  expect(feed.text).toContain('&lt;h2&gt;')
  expect((await get('/favicon.svg')).type).toContain('image/svg+xml')
  const manifest = JSON.parse((await get('/manifest.webmanifest')).text) as { name: string; icons: { src: string }[] }
  expect(manifest.name).toBe('Kolam')
  for (const { src } of manifest.icons) expect((await fetch(at(src))).status, src).toBe(200)
})

test('a long form links to a page with all its questions, without a script', async () => {
  const without: string[] = []
  for (const { path, title, fields } of Object.values(allForms({ cohorts: cohortOptions(cohorts) }))) {
    const [formPage, listed] = await Promise.all([path, `${path}/questions`].map((page) => fetch(at(page))))
    if (path === '/contact') {
      expect([listed?.status, (await formPage?.text())?.includes('questions first')]).toEqual([404, false])
      continue
    }
    expect(await formPage?.text()).toContain(
      `<a href="${path}/questions">See the ${Object.keys(fields).length} questions first</a>`,
    )
    const html = (await listed?.text()) ?? ''
    expect(html).toContain(`<title>${title}: the questions`)
    const text = html
      .replace(/<[^>]*>/g, '\n')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&')
    for (const { label, hint, options = [] } of Object.values(fields)) {
      const shown = options.filter(({ value }) => !/^cohort-/.test(value)).map((option) => option.label)
      without.push(...[label, hint ?? label, ...shown].filter((part) => !text.includes(part)).map((part) => `${path}: ${part}`))
    }
    if (/<script[^>]*(src=|type="module")/.test(html)) without.push(`${path} loads a script`)
  }
  expect(without).toEqual([])
})

describe('a section far down a page', () => {
  test('is laid out without scrolling', async () => {
    const { page } = await visit({ viewport: { width: 360, height: 640 } })
    for (const path of ['/', '/accelerator', '/blog/complete-guide-building-mvp']) {
      await page.goto(path)
      const waiting = await page
        .locator('main > *, article section, footer')
        .evaluateAll((all) => all.filter((part) => !part.checkVisibility({ contentVisibilityAuto: true })).length)
      expect([path, waiting]).toEqual([path, 0])
    }
  })

  const links = [
    ['/blog/complete-guide-building-mvp', '#a-budget-that-we-have-seen-work', 360],
    ['/blog/complete-guide-building-mvp', '#related', 1440],
    ['/apply', '#faq', 360],
    ['/accelerator', '#apply', 360],
  ] as const
  // A text, and a form that starts later.
  test.each(rows(links, [links[0], links[3]]))('is at the top after a link to it: %s%s at %i px', async (path, anchor, width) => {
    const { page } = await visit({ viewport: { width, height: 800 }, reducedMotion: 'no-preference' })
    await page.goto(path + anchor)
    const top = () => page.locator(anchor).evaluate((element) => Math.round(element.getBoundingClientRect().top))
    await expect.poll(top).toBeLessThan(64)
    expect(await top()).toBeGreaterThanOrEqual(0)
  })

  test('is reached by the button for the form', async () => {
    const { page } = await visit({ viewport: { width: 360, height: 800 }, reducedMotion: 'no-preference' })
    await page.goto('/accelerator')
    await page.locator('main a[href="#apply"]').first().click()
    const top = () => page.locator('#apply').evaluate((element) => Math.round(element.getBoundingClientRect().top))
    await expect.poll(top).toBe(32)
  })

  const reloaded = [
    ['/accelerator', '#apply fieldset:last-of-type'],
    ['/blog/complete-guide-building-mvp', '#related'],
  ] as const
  test.each(rows(reloaded, reloaded.slice(0, 1)))('keeps the scroll position after a reload: %s', async (path, selector) => {
    const { page } = await visit({ viewport: { width: 360, height: 640 } })
    await page.goto(path)
    const top = () => page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top))
    await page.mouse.move(180, 320)
    while ((await top()) > 320) {
      await page.mouse.wheel(0, 300)
      await nextPaint(page)
    }
    const before = await top()
    await page.reload()
    await expect.poll(top).toBe(before)
  })
})
