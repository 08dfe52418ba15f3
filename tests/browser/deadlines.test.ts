import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { awake, startSite } from './drive.ts'

const { visit } = startSite()

/** Shows the accelerator's page as it was built for the time before the first deadline. */
async function openBefore(page: Page): Promise<void> {
  const body = await readFile(path.resolve('dist/site/accelerator/from/0/index.html'), 'utf8')
  await page.route('**/accelerator', (route) => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }))
  await page.goto('/accelerator')
}

const line = (page: Page) => page.locator('[data-closes]')

test.each([
  ['America/Los_Angeles', /\(15 Dec 2025, 18:30 UTC\).* It closes on 15 Dec 2025, 10:30 where you are\.\s*$/],
  ['Pacific/Kiritimati', /\(15 Dec 2025, 18:30 UTC\).* It closes on 16 Dec 2025, 08:30 where you are\.\s*$/],
])('the deadline is shown by the visitor’s clocks in %s too, even wrong ones', async (timezoneId, text) => {
  const { page, context } = await visit({ timezoneId })
  await page.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() + 2 * 3_600_000
  })
  await openBefore(page)
  await awake(page)
  expect(await line(page).textContent()).toMatch(text)
  await context.close()
})

test('the deadline stands once for a visitor in India, and without script', async () => {
  for (const options of [{ timezoneId: 'Asia/Kolkata' }, { timezoneId: 'America/Los_Angeles', javaScriptEnabled: false }]) {
    const { page, context } = await visit(options)
    await openBefore(page)
    if (!('javaScriptEnabled' in options)) await awake(page)
    expect(await line(page).textContent()).not.toContain('where you are')
    await context.close()
  }
})
