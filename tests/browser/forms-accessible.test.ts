import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { alertOf, axeFaults, formOf, formRows, goOffline, openForm, startSite, submitButton, successOf } from './drive.ts'

const { visit, visitFilled } = startSite()

/** Opened on a wide screen, where nothing is folded, and tested there and on the narrowest. */
const wide = { viewport: { width: 1440, height: 900 } }

async function expectAccessible(page: Page): Promise<void> {
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeFaults(page, 'main'), `at ${width}`).toEqual([])
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(sideways, `at ${width}`).toBe(0)
  }
}

describe('at 1440 px and at 320 px', () => {
  // Together they have every kind of question.
  test.each(formRows('EarlyCustomer', 'WorkForStartups'))('%s with all its messages', async (_, form) => {
    const { page } = await visit(wide)
    await openForm(page, form)
    await submitButton(page).click()
    await alertOf(page).waitFor()
    await expectAccessible(page)
  })

  test('success, and a queued submission', async () => {
    const form = formOf('Investor')
    const { page } = await visitFilled(form, wide)
    await goOffline(page)
    await submitButton(page).click()
    await successOf(page, form).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: form.texts.again }).click()
    await page.getByRole('region', { name: 'Waiting on this device' }).waitFor()
    await expectAccessible(page)
  })

  test('the page after a post without script', async () => {
    const form = formOf('Accelerator')
    const { page } = await visit(wide)
    await page.goto(`${form.path}/submitted`)
    await expectAccessible(page)
  })
})
