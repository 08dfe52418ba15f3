import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
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

/** The pixels of the page's first kolam when it has drawn itself. */
async function rested(page: Page, route: string): Promise<Buffer> {
  await page.goto(route)
  const drawing = page.locator('main svg:has(path[pathLength])').first()
  await drawing.scrollIntoViewIfNeeded()
  await page.evaluate(async () => {
    await document.fonts.ready
    for (const animation of document.getAnimations()) animation.finish()
  })
  const box = await drawing.boundingBox()
  const size = page.viewportSize()
  if (box === null || size === null) throw new Error(`no kolam at ${route}`)
  // what of it is on the screen; the rest leaves the page at its edge
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))]
  const clip = {
    x: left,
    y: top,
    width: Math.min(size.width, box.x + box.width) - left,
    height: Math.min(size.height, box.y + box.height) - top,
  }
  return page.screenshot({ clip })
}

test.each([360, 768, 1440])('the kolam of every hero ends as one closed line, at %i px', async (width) => {
  const viewport = { width, height: 900 }
  const moving = await visit({ viewport, reducedMotion: 'no-preference' })
  const still = await visit({ viewport, reducedMotion: 'reduce' })
  const open: string[] = []
  for (const route of heroes) {
    const [drawn, reduced] = await Promise.all([rested(moving.page, route), rested(still.page, route)])
    if (!drawn.equals(reduced)) open.push(route)
  }
  await Promise.all([moving.context.close(), still.context.close()])
  expect(open).toEqual([])
})
