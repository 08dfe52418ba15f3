import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page, type Route } from 'playwright-core'
import { sqlite } from '../src/server/database/sqlite/engine.ts'
import { launchOptions } from '../tests/browser/chromium.ts'
import { type Running, startServer, until } from '../tests/support/server.ts'
import { Figures, quantile, type Scale, type Table } from './figures.ts'
import { prepare } from './list.ts'
import { numberMark, settings } from './load.ts'
import { numberedAnswers } from './submissions.ts'

/** How much slower the browser's processor is made. */
const slower = 4

const goals = {
  'home: LCP, ms': '1,000 at most',
  'form page: LCP, ms': '1,000 at most',
  'typing in a long answer to its paint: p50, ms': '50 at most',
  'typing in a long answer to its paint: longest, ms': '',
  'submit to success, ms': '800 at most',
  'success view: longest task, ms': '200 at most',
  'submit to success, pressed before the script is awake, ms': '1,500 at most',
  'sign-in to the list, ms': '1,600 at most',
  'next application, ms': '100 at most',
  'last key of a search to its rows, ms': '300 at most',
  'answer to a search to its rows, ms': '',
}

/** Notes in the page the paints, long tasks and answers that are read below. */
function watch(): void {
  const seen = { lcp: 0, tasks: [] as (readonly [number, number])[], keys: [] as number[] }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push([startTime, duration])
  }).observe({ type: 'longtask', buffered: true })
  const afterPaint = (done: (at: number) => void): void => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => done(performance.now())
      channel.port2.postMessage(0)
    })
  }
  addEventListener('keydown', ({ timeStamp }) => afterPaint((at) => seen.keys.push(at - timeStamp)), true)
  /** Resolves with the moment, since 1970, at which `isShown` was true and painted. */
  Object.assign(window, {
    shown: (isShown: () => boolean) =>
      new Promise((resolve, reject) => {
        setTimeout(reject, 30_000, new Error(`not shown: ${isShown}`))
        const check = (): void => {
          if (isShown()) afterPaint((at) => resolve(performance.timeOrigin + at))
          else requestAnimationFrame(check)
        }
        check()
      }),
  })
}

interface Watched {
  readonly seen: { readonly lcp: number; readonly tasks: (readonly [number, number])[]; readonly keys: number[] }
  shown(isShown: () => boolean): Promise<number>
}

async function open(browser: Browser, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 860 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.addInitScript(watch)
  return page
}

const watched = <T>(page: Page, read: (seen: Watched['seen']) => T): Promise<T> =>
  page.evaluate(`(${read.toString()})(window.seen)`) as Promise<T>
/** The moment at which `selector` matches and is painted. */
const shown = (page: Page, selector: string): Promise<number> =>
  page.evaluate((text) => (window as unknown as Watched).shown(() => document.querySelector(text) !== null), selector)

async function lcp(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(1500)
  return watched(page, ({ lcp }) => lcp)
}

/** Answers of another applicant in each call. */
function answersOfOne(): Readonly<Record<string, unknown>> {
  const number = String(Math.random()).slice(2, 12).padEnd(10, '0')
  return JSON.parse(JSON.stringify(numberedAnswers()).replaceAll(numberMark, number))
}

/** Fills in the form as a script of the browser does it: at once. */
const fill = (page: Page, answers: Readonly<Record<string, unknown>>): Promise<void> =>
  page.evaluate((all) => {
    for (const [name, value] of Object.entries(all))
      for (const input of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(`form [name="${name}"]`)) {
        if (input instanceof HTMLInputElement && ['radio', 'checkbox'].includes(input.type)) {
          if ([value].flat().includes(input.value) && !input.checked) input.click()
          continue
        }
        const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value') ?? {}
        set?.call(input, value)
        // A cohort that is closed by now.
        if (input instanceof HTMLSelectElement && (input.selectedOptions[0]?.disabled ?? true)) input.selectedIndex = 1
        for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }))
      }
  }, answers)

const button = 'form:has(textarea) button[type=submit]'
/** Presses the button. @returns when, since 1970 */
const press = (page: Page): Promise<number> =>
  page.evaluate((selector) => {
    const pressed = performance.timeOrigin + performance.now()
    setTimeout(() => document.querySelector<HTMLElement>(selector)?.click())
    return pressed
  }, button)

async function applicant(browser: Browser, { url }: Running) {
  const page = await open(browser, 412)
  const [home, form] = [await lcp(page, `${url}/`), await lcp(page, `${url}/accelerator`)]
  await page.locator('form:has(textarea)').first().scrollIntoViewIfNeeded()
  await page.locator('nav[aria-label="Parts of this form"]').first().waitFor()
  await page.waitForTimeout(2000)
  await fill(page, answersOfOne())
  const long = page.locator('form textarea').first()
  await long.press('Control+End')
  await watched(page, ({ keys }) => keys.splice(0))
  await long.pressSequentially(' a ledger that reads itself', { delay: 60 })
  const keys = (await watched(page, (seen) => seen.keys)).sort((a, b) => a - b)
  await page.waitForTimeout(1500)
  const [pressed, success] = await Promise.all([press(page), shown(page, '[data-sent]')])
  await page.waitForTimeout(3000)
  const tasks = await watched(page, (seen) => seen.tasks.map(([at, ms]) => [performance.timeOrigin + at, ms] as const))
  await page.context().close()
  return {
    'home: LCP, ms': home,
    'form page: LCP, ms': form,
    'typing in a long answer to its paint: p50, ms': quantile(keys, 0.5),
    'typing in a long answer to its paint: longest, ms': keys.at(-1) ?? Number.NaN,
    'submit to success, ms': success - pressed,
    'success view: longest task, ms': Math.max(0, ...tasks.filter(([at]) => at >= success).map(([, ms]) => ms)),
  }
}

/** The script of the form arrives when the button was pressed, and competes with the answer. */
async function early(browser: Browser, { url }: Running) {
  const page = await open(browser, 412)
  const held: Route[] = []
  await page.route('**/*.js', (route) => void held.push(route))
  await page.goto(`${url}/accelerator`, { waitUntil: 'commit' })
  await page.locator(button).first().waitFor()
  await page.waitForTimeout(1500)
  await fill(page, answersOfOne())
  const pressed = await press(page)
  await page.unroute('**/*.js')
  await Promise.all(held.map((route) => route.continue().catch(() => undefined)))
  await page.waitForURL('**/submitted**', { waitUntil: 'commit' })
  const success = await shown(page, '[data-sent]')
  await page.context().close()
  return { 'submit to success, pressed before the script is awake, ms': success - pressed }
}

const row = '[aria-label="Applications"] article'

async function desk(browser: Browser, server: Running) {
  const page = await open(browser, 1440)
  await page.goto(`${server.url}/app`)
  await page.getByLabel('Email address').fill('admin@example.com')
  const count = (await server.mails()).length
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('One-time passcode').waitFor()
  const { text = '' } = await until('the code', async () => (await server.mails())[count])
  await page.getByLabel('One-time passcode').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '')
  await page.evaluate(() =>
    addEventListener(
      'keydown',
      () => sessionStorage.setItem('pressed', String(performance.timeOrigin + performance.now())),
      true,
    ),
  )
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/dashboard**', { waitUntil: 'commit' })
  const listed = await shown(page, row)
  const pressed = Number(await page.evaluate(() => sessionStorage.getItem('pressed')))
  await page.waitForTimeout(3000)

  const nexts: number[] = []
  await page.locator(row).first().getByRole('button').first().click()
  await page.locator('#pane-title').waitFor()
  await page.waitForTimeout(2000)
  for (let n = 0; n < 5; n += 1) {
    await page.waitForTimeout(1000)
    await page.evaluate(() => {
      const title = () => document.querySelector('#pane-title')?.textContent
      const before = title()
      let pressed = 0
      addEventListener('keydown', () => (pressed = performance.timeOrigin + performance.now()), { once: true, capture: true })
      const changed = (window as unknown as Watched).shown(() => title() !== before)
      Object.assign(window, { change: changed.then((at) => at - pressed) })
    })
    await page.keyboard.press('j')
    nexts.push(await page.evaluate('change'))
  }
  await page.keyboard.press('Escape')

  const typed = [...'chennai']
  await page.getByLabel('Search', { exact: true }).click()
  await page.evaluate(() => {
    let last = 0
    addEventListener('keydown', () => (last = performance.now()), true)
    const answer = () =>
      performance.getEntriesByType('resource').find(({ name }) => /\/api\/applications\?.*q=chennai/.test(name))
    const drawn = (window as unknown as Watched).shown(
      () => answer() !== undefined && document.querySelector('[aria-label="List of applications"][aria-busy=true]') === null,
    )
    const sinceBoth = (at: number) => [at - last, at - (answer() as PerformanceResourceTiming).responseEnd]
    Object.assign(window, { change: drawn.then((at) => sinceBoth(at - performance.timeOrigin)) })
  })
  for (const key of typed) {
    await page.keyboard.press(key)
    await page.waitForTimeout(40)
  }
  const [rows = Number.NaN, drawn = Number.NaN] = await page.evaluate<number[]>('change')
  await page.context().close()
  return {
    'sign-in to the list, ms': listed - pressed,
    'next application, ms': quantile(
      nexts.sort((a, b) => a - b),
      0.5,
    ),
    'last key of a search to its rows, ms': rows,
    'answer to a search to its rows, ms': drawn,
  }
}

/** What applicants and the admin wait for, in Chromium with a slow processor. Only this checkout's program. */
export async function waits({ applications, rounds }: Scale): Promise<readonly Table[]> {
  await using ends = new AsyncDisposableStack()
  const folder = mkdtempSync(path.join(tmpdir(), 'kolam-bench-waits-'))
  ends.defer(() => rmSync(folder, { recursive: true, force: true }))
  await prepare(sqlite(folder), applications)
  const server = await startServer({ ...settings, DATA_DIR: folder })
  ends.defer(() => server.stop())
  const browser = await chromium.launch(launchOptions)
  ends.defer(() => browser.close())
  const figures = new Figures(1)
  for (let round = 0; round < rounds; round += 1) {
    figures.add(0, await applicant(browser, server))
    figures.add(0, await early(browser, server))
    figures.add(0, await desk(browser, server))
  }
  return [figures.table(['now'], goals)]
}
