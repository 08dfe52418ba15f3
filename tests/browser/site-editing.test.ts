import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '../../src/api/paths.ts'
import { until } from '../support/server.ts'
import { type DeskHarness, openDesk } from './desk-harness.ts'
import { axeFaults } from './drive.ts'

let harness: DeskHarness
let provoked: readonly RegExp[] = []
beforeAll(async () => {
  harness = await openDesk()
})
afterAll(() => harness?.close())
afterEach(async () => {
  const expected = provoked
  provoked = []
  await harness.tidy()
  expect(harness.consoleMessages().filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([])
})

const deadline = (page: Page, n: number) => page.locator(`[data-field='[${n},"applicationDeadline"]']`)
const saved = (page: Page) => page.getByText('Saved as a draft.').waitFor()

/** A call of the signed-in admin. */
async function api(path: string, body?: unknown, method = 'POST') {
  const response = await fetch(harness.server.url + path, {
    method: body === undefined ? 'GET' : method,
    headers: { cookie: await harness.session(), 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return await response.json()
}

const visitorsPage = async (): Promise<string> => (await fetch(`${harness.server.url}/accelerator`)).text()

describe('the content of the site', () => {
  test('a date is changed, checked at its field and published, by keyboard alone', async () => {
    const page = await harness.page(true)
    await page.goto('/app/dashboard')
    await page.getByRole('link', { name: 'Site', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Questions and answers' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Cohorts', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('The last day for applications.').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    // The browser writes days in its own order, so the value is set as an editor picks it.
    await deadline(page, 1).fill('2026-02-02')
    await saved(page)
    await page.getByRole('link', { name: 'Publish', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Cohort 6 closes for applications on 2026-02-02, after it starts on 2026-01-15').waitFor()
    await page.getByRole('link', { name: 'cohorts.yaml 2 · Application deadline' }).focus()
    await page.keyboard.press('Enter')
    await deadline(page, 1).fill('2026-01-10')
    await saved(page)
    await page.frameLocator('iframe').getByText('10 Jan 2026').first().waitFor()
    await page.getByRole('link', { name: 'Publish', exact: true }).click()
    await page.locator('ins', { hasText: '2026-01-10' }).waitFor()
    expect(await page.locator('del').allTextContents()).toEqual(['2025-12-15'])
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Publish now' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await page.getByText('Edited here').waitFor()
    await until('a visitor to see it', async () => (await visitorsPage()).includes('10 Jan 2026') || undefined)
    // Back, as a draft first.
    await page.getByText('1 document, by admin@example.com').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'by admin@example.com' }).getByRole('link').click()
    await page.getByRole('button', { name: 'Restore the texts before it' }).click()
    await page.locator('ins', { hasText: '2025-12-15' }).waitFor()
    expect((await api(paths.site)).revision).toBe(1)
  })

  test('entries are added, moved by keys and removed; undo takes them back', async () => {
    const page = await harness.page(true)
    await page.goto('/app/site#content/faq.yaml')
    const names = () => page.locator('ol summary').allTextContents()
    await page.getByText('1. When should I apply?').waitFor()
    const before = await names()
    await page.getByRole('button', { name: 'Move down 1. When should I apply?' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await names())[1]).toBe('2. When should I apply?')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Move down 2. When should I apply?')
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(names).toEqual(before)
    await page.getByRole('button', { name: 'Remove 2. Is there a deadline?' }).click()
    await expect.poll(async () => (await names()).length).toBe(before.length - 1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(names).toEqual(before)
    await page.getByRole('button', { name: 'Add to list' }).click()
    await page.getByText(`${before.length + 1}. New`).waitFor()
    await page.getByText('Question should be text, received ""').waitFor()
    const { document } = await api(paths.siteDocument('content/faq.yaml'))
    await api(paths.siteDiscard, { path: 'content/faq.yaml', revision: document.revision })
  })

  test('what two windows typed is merged, and a field that both changed is chosen', async () => {
    provoked = [/409/]
    const [here, there] = [await harness.page(true), await harness.page(true)]
    for (const page of [here, there]) {
      await page.goto('/app/site#content/claims.yaml')
      await page.getByText('Money that our companies have raised.').waitFor()
    }
    const value = (page: Page, name: string) => page.locator(`[data-field='["${name}","value"]']`)
    await there.locator(`[data-field='["growth","value"]']`).fill('9x')
    await value(there, 'raised').fill('$60M')
    await saved(there)
    await value(here, 'raised').fill('$70M')
    await here.getByText('Raised · Value was changed in another window too.').waitFor()
    expect(await value(here, 'growth').inputValue()).toBe('9x')
    await here.getByText('There: $60M').waitFor()
    expect(await axeFaults(here)).toEqual([])
    await here.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(async () => (await api(paths.siteDocument('content/claims.yaml'))).document.value.raised.value).toBe('$70M')
  })

  test('typing goes on without the server, and survives a reload on a phone', async () => {
    // A save that the reload interrupts may have arrived: the next one is then merged with it.
    provoked = [/ERR_FAILED|desk: saving a document|409/]
    const page = await harness.page(true, { width: 360, height: 740 })
    await page.goto('/app/site#content/pages/home.yaml')
    const title = page.locator(`[data-field='["hero","title"]']`)
    await title.waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.route(`**${paths.siteDocument()}`, (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await title.fill('Typed in a tunnel')
    await page.getByText('Kept in this tab').waitFor()
    await page.unrouteAll()
    await page.reload()
    await expect.poll(() => title.inputValue()).toBe('Typed in a tunnel')
    await expect
      .poll(async () => (await api(paths.siteDocument('content/pages/home.yaml'))).document.value.hero.title)
      .toBe('Typed in a tunnel')
  })

  test('a post moves to the address that is typed, unless a post is there', async () => {
    const page = await harness.page(true)
    await page.goto('/app/site#content/posts/remote-first-startup-culture-guide.md')
    const slug = page.locator(`[data-field='["slug"]']`)
    await slug.fill('complete-guide-building-mvp')
    await page.getByRole('button', { name: 'Move it to /blog/complete-guide-building-mvp' }).click()
    await page.getByText('There is a post at /blog/complete-guide-building-mvp already.').waitFor()
    await slug.fill('remote-first')
    await page.getByRole('button', { name: 'Move it to /blog/remote-first' }).click()
    await page.waitForURL('**#content/posts/remote-first.md')
    await expect.poll(() => slug.inputValue()).toBe('remote-first')
    const { document } = await api(paths.siteDocument('content/posts/remote-first.md'))
    expect([document.value.formerSlugs, document.faults]).toEqual([['remote-first-startup-culture-guide'], []])
    await page.getByRole('link', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByRole('heading', { name: 'History' }).waitFor()
    const at = `${harness.server.url}/blog/remote-first-startup-culture-guide`
    await until('the address to lead to the new one', async () => {
      const { status, headers } = await fetch(at, { redirect: 'manual' })
      return (status === 308 && headers.get('location') === '/blog/remote-first') || undefined
    })
  })
})
