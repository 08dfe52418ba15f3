import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rows } from '../support/rows.ts'
import { startSite } from './drive.ts'

const { visit } = startSite()

const heroes = [
  '/',
  '/startup-studio',
  '/fund-raise',
  '/accelerator',
  '/acceleration-as-service',
  '/mentors',
  '/work-for-startups',
  '/become-early-customer',
  '/investors',
  '/about',
  '/blog',
  '/blog/startup-funding-guide-2024',
  '/contact/submitted?ref=019a0000-0000-7000-8000-000000000000',
  '/no-such-page',
  '/app',
]

/** The pixels of the page's first kolam after its animation. */
async function rested(page: Page): Promise<Buffer> {
  const drawing = page.locator('main svg:has(path[pathLength])').first()
  // from the top, also after another width
  await page.evaluate(() => scrollTo(0, 0))
  await drawing.scrollIntoViewIfNeeded()
  await page.evaluate(async () => {
    await document.fonts.ready
    for (const animation of document.getAnimations()) animation.finish()
  })
  const box = await drawing.boundingBox()
  const size = page.viewportSize()
  if (box === null || size === null) throw new Error(`no kolam at ${page.url()}`)
  // Only the visible part: the rest is outside the page.
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))]
  const clip = {
    x: left,
    y: top,
    width: Math.min(size.width, box.x + box.width) - left,
    height: Math.min(size.height, box.y + box.height) - top,
  }
  return page.screenshot({ clip })
}

const widths = [360, 768, 1440]
/** Each hero at each width. Every other one at one width can find a fault: the pages share the drawing, and its size at each width. */
const drawings = rows(
  heroes.flatMap((route) => widths.map((width) => ({ route, width }))),
  heroes.flatMap((route, n) => (n % 2 === 0 ? [{ route, width: widths[n % widths.length] ?? 0 }] : [])),
)

test('the kolam of every hero ends as one closed line, at 360, 768 or 1440 px', async () => {
  const { page } = await visit()
  const open: string[] = []
  for (const { route, width } of drawings) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    // Folded parts below the kolam depend on the width at which a page is loaded.
    await page.goto(route)
    // The sign-in form, which lies on the kolam, gets another button when its script has run.
    await page.locator('main form [type=submit]:disabled').waitFor({ state: 'detached' })
    const drawn = await rested(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (!drawn.equals(await rested(page))) open.push(`${route} at ${width}`)
  }
  expect(open).toEqual([])
})

test('a kolam is complete after a click on its mark, and animated at a direct visit', async () => {
  const { page } = await visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' })
  const drawing = () =>
    page
      .locator('main svg[data-kolam] path')
      .first()
      .evaluate((line) => line.getAnimations().some((animation) => (animation.effect?.getComputedTiming().endTime as number) > 0))
  await page.goto('/fund-raise')
  expect(await drawing()).toBe(true)
  await page.goto('/')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Fund Raise/ })
    .click()
  await page.waitForURL('**/fund-raise')
  await page.locator('html[data-from-mark]').waitFor()
  expect(await drawing()).toBe(false)
})
