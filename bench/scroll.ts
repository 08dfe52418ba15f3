/**
 * `node bench/scroll.ts [applications]`, after `npm run build`: measures how smoothly the desk scrolls. Starts a server, submits applications,
 * scrolls through the list as fast as a finger does, and prints the duration of the frames and the number of tasks over 50 ms.
 */
import { chromium } from 'playwright-core'
import { chanceFrom } from '../src/server/programs/seed/chance.ts'
import { startServer } from '../tests/support/server.ts'

const amount = Number(process.argv[2] ?? 1_000)
/** Pixels. */
const distance = 60_000
/** Pixels a second. */
const speed = 6_000

const words = 'loom ledger market harvest cold chain clinic school bridge water solar rice cotton paper boat'.split(' ')

const server = await startServer({ DATABASE_URL: '', LIMIT_SUBMISSIONS: '1000000/1m' })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
try {
  for (let n = 0; n < amount; n += 1) {
    const chance = chanceFrom(n)
    const text = Array.from({ length: 60 }, () => chance.pick(words)).join(' ')
    const response = await fetch(`${server.url}/api/submit-application`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        formType: 'Contact',
        name: `Applicant ${n}`,
        email: `applicant${n}@people.example`,
        subject: 'A question',
        message: text,
      }),
    })
    if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
  }
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: server.url })
  const cookie = await server.signIn()
  await context.addCookies(
    cookie.split('; ').map((pair) => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url: server.url,
    })),
  )
  const page = await context.newPage()
  await page.goto('/app/dashboard')
  await page.locator('[data-index="5"]').waitFor()
  await page.evaluate(() => {
    const seen = { frames: [] as number[], long: [] as number[] }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => seen.long.push(...list.getEntries().map((entry) => entry.duration))).observe({
      type: 'longtask',
    })
    let before = performance.now()
    const frame = (now: number): void => {
      seen.frames.push(now - before)
      before = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  const session = await context.newCDPSession(page)
  const began = performance.now()
  await session.send('Input.synthesizeScrollGesture', { x: 300, y: 700, yDistance: -distance, speed })
  const { seen, y, last } = await page.evaluate(() => ({
    seen: (window as unknown as { seen: { frames: number[]; long: number[] } }).seen,
    y: window.scrollY,
    last: [...document.querySelectorAll('[data-index]')].at(-1)?.getAttribute('data-index'),
  }))
  const frames = seen.frames.sort((a, b) => a - b)
  const at = (share: number): string => `${(frames[Math.floor(frames.length * share)] ?? 0).toFixed(0)} ms`
  console.log(`scrolled to ${y} px, row ${last} of ${amount}, in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  console.log(`${frames.length} frames: median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, longest ${at(0.99999)}`)
  console.log(`${seen.long.length} tasks over 50 ms${seen.long.length ? `: ${seen.long.map(Math.round).join(', ')}` : ''}`)
} finally {
  await browser.close()
  await server.remove()
}
