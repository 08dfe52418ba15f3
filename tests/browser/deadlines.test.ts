import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accelerator, answersTo, awake, fill, openForm, someone, startSite, submitButton, successOf } from './drive.ts'

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

test('the form is sent with the moment at which it was begun, after a failure too', async () => {
  const { page, context } = await visit()
  const sent: unknown[] = []
  await page.route('**/api/submit-application', async (route) => {
    sent.push(route.request().postDataJSON())
    return sent.length <= 3 ? route.abort('connectionreset') : route.continue()
  })
  await openForm(page, accelerator)
  const begun = page.waitForResponse('**/api/begin')
  await fill(page, accelerator, answersTo(accelerator, someone()))
  const token = ((await (await begun).json()) as { begun: string }).begun
  await submitButton(page).click()
  await page.getByRole('alert').waitFor()
  await submitButton(page).click()
  await successOf(page, accelerator).waitFor()
  expect(sent).toHaveLength(4)
  for (const body of sent) expect(body).toMatchObject({ begun: token })
  expect(await page.evaluate(() => localStorage.getItem('kolam_begun'))).toBe(null)
  await context.close()
})
