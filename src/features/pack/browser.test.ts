import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { apply, startDesk, studio } from '../../../tests/browser/desk-harness.ts'

const harness = startDesk()
const count = 75

beforeAll(async () => {
  for (let n = 0; n < count; n += 25)
    await Promise.all(
      Array.from({ length: 25 }, (_, i) =>
        apply(
          harness.server,
          'StartupStudio',
          studio(`Thirunavukkarasu Balasubramaniam ${n + i}`, 'Coromandel Accelerators Puducherry'),
        ),
      ),
    )
})

/** Keeps how many rows are on paper at the moment at which the browser would print. */
const keepPrinted = (page: Page) =>
  page.addInitScript(() => {
    window.print = () =>
      document.body.setAttribute('data-printed', String(document.querySelectorAll('table:has(thead) tbody tr').length))
  })

/** The words of the tables that are broken over two lines. */
const brokenWords = (page: Page): Promise<readonly string[]> =>
  page.locator('table').evaluateAll((tables) =>
    tables.flatMap((table) => {
      const broken: string[] = []
      const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s-]+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
        }
      return broken
    }),
  )

/** A sheet of A4. */
async function onPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 794, height: 1123 })
}

test('the browser’s key prints all rows of the filter, and breaks no word', async () => {
  const page = await harness.page(true)
  await keepPrinted(page)
  await page.goto('/app/dashboard/StartupStudio')
  await page.getByRole('list', { name: 'Applications' }).getByRole('article').first().waitFor()
  await page.keyboard.press('Control+p')
  await expect.poll(() => page.locator('body').getAttribute('data-printed')).toBe(String(count))
  await page.getByRole('list', { name: 'Applications' }).waitFor()
  await onPaper(page)
  await page.getByRole('table').getByRole('row').first().waitFor()
  expect(await brokenWords(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(794)
})

test('the pack has all rows, and what is ticked: scores, notes, the committee', async () => {
  const { call } = harness.server
  const [{ id, applicant_name: name }] = (await call('/api/applications?limit=1')).body.applications
  const [criterion] = (await call('/api/rubrics')).body.rubrics.StartupStudio.criteria
  const score = { criterion: criterion.id, score: 4, seen: null }
  expect((await call(`/api/applications/${id}/scores`, 'PUT', score)).status).toBe(200)
  expect((await call(`/api/applications/${id}`, 'PATCH', { notes: 'Ask about the boats.' })).status).toBe(200)
  const round = {
    ids: [id],
    title: 'First reading',
    members: [{ name: 'Ravi', email: '' }],
    days: 14,
    with_names: true,
    mail: false,
  }
  expect((await call('/api/committees', 'POST', round)).status).toBe(200)
  const page = await harness.page(true)
  await keepPrinted(page)
  await page.goto('/app/dashboard/StartupStudio')
  await page.getByRole('button', { name: 'With this list' }).click()
  await page.getByRole('link', { name: 'Print' }).click()
  await page.getByText(`${count} applications`, { exact: true }).waitFor()
  const sheet = page.getByRole('article', { name, exact: true })
  const ofSheet = ['Ask about the boats.', 'First reading', `${criterion.name} 4`]
  const seen = () => Promise.all(ofSheet.map((text) => sheet.getByText(text, { exact: true }).isVisible()))
  expect(await seen()).toEqual([false, false, true])
  for (const label of ['Notes', 'What the committee said']) await page.getByLabel(label, { exact: true }).check()
  await sheet.getByText('read by 0 of 1').waitFor()
  expect(await seen()).toEqual([true, true, true])
  await page.getByRole('button', { name: 'Print or save as PDF' }).click()
  expect(await page.locator('body').getAttribute('data-printed')).toBe(String(count))
  await onPaper(page)
  expect(await brokenWords(page)).toEqual([])
  await page.emulateMedia({ media: 'screen' })
  await page.getByLabel('After the table, one application a page').uncheck()
  expect(await page.getByRole('article').count()).toBe(0)
  // Opened again, it says what was decided meanwhile.
  const row = page.getByRole('row').filter({ hasText: name })
  expect(await row.textContent()).not.toContain('Rejected')
  await page.getByRole('link', { name: 'Applications' }).first().click()
  await page.getByRole('list', { name: 'Applications' }).waitFor()
  expect((await call(`/api/applications/${id}`, 'PATCH', { status: 'rejected', letter: 'none' })).status).toBe(200)
  await page.goBack()
  await row.getByText('Rejected').waitFor()
})
