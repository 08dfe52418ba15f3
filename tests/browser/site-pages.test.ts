import { describe, expect, test } from 'vitest'
import { rows } from '../support/rows.ts'
import { axeFaults, nextPaint, shifts, startSite } from './drive.ts'
import { texts } from './site-texts.ts'

const widths = [360, 768, 1440]
const hasForm =
  /^\/(startup-studio|accelerator|fund-raise|acceleration-as-service|service-provider|work-for|become-|investors|contact)/

/** One page of each layout. The others differ from it in their texts, which tests/http/site-texts.test.ts and site-layout.test.ts read. */
const layouts = rows(Object.keys(texts), [
  '/',
  '/accelerator',
  '/apply',
  '/become-early-customer',
  '/blog',
  '/blog/startup-idea-validation-30-days',
  '/portfolio',
  '/privacy',
  '/team',
])

const { server, visit } = startSite()

describe.each(layouts)('%s', (route) => {
  test('has no console output, sideways scroll, layout shift or axe fault at any width', async () => {
    const { page, consoleMessages } = await visit()
    const shifted = await shifts(page)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      if (width === widths[0]) {
        await page.goto(route, { waitUntil: 'load' })
        await page.evaluate(() => document.fonts.ready)
        // A line may break elsewhere when the font arrives after the first paint.
        expect(await shifted()).toBeLessThan(0.03)
        const small = await page
          .locator(':is(p, address, dd) > a')
          .evaluateAll((links) =>
            links
              .filter((link) => link.checkVisibility() && link.getBoundingClientRect().height < 24)
              .map((link) => `${link.textContent}: ${link.getBoundingClientRect().height} px high`),
          )
        expect(small).toEqual([])
      }
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        `at ${width}`,
      ).toBe(0)
      // At widths between these two the layouts are a mixture.
      if (width !== 768) expect(await axeFaults(page), `at ${width}`).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'at 320').toBe(320)
    await nextPaint(page)
    const before = await shifted()
    await page.evaluate(async () => {
      for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
        scrollTo({ top, behavior: 'instant' })
        await new Promise(requestAnimationFrame)
      }
    })
    // The form became interactive during the scroll.
    if (hasForm.test(route)) await page.locator('form[novalidate]:not(#form)').waitFor()
    await nextPaint(page)
    expect((await shifted()) - before, 'while scrolling').toBe(0)
    expect(consoleMessages).toEqual([])
    expect(requests.filter((url) => !url.startsWith(server().url))).toEqual([])
  })
})
