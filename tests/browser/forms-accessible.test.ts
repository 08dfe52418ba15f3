import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { alertOf, axeFaults, formOf, goOffline, openForm, startSite, submitButton, successOf } from './drive.ts'

const { visit, visitFilled } = startSite()

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe.each([320, 1440])('at %i px', (width) => {
  const viewport = { width, height: 900 }

  // together they have every kind of question
  test.each(['EarlyCustomer', 'WorkForStartups'] as const)('%s with all its messages', async (type) => {
    const form = formOf(type)
    const { page } = await visit({ viewport })
    await openForm(page, form)
    await submitButton(page).click()
    await alertOf(page).waitFor()
    expect(await axeFaults(page, 'main')).toEqual([])
    expect(await sideways(page)).toBe(0)
    await page.context().close()
  })

  test('success, and a queued submission', async () => {
    const form = formOf('Investor')
    const { page, context } = await visitFilled(form, { viewport })
    await goOffline(page)
    await submitButton(page).click()
    await successOf(page, form).waitFor()
    expect(await axeFaults(page, 'main')).toEqual([])
    expect(await sideways(page)).toBe(0)
    await page.getByRole('button', { name: form.texts.again }).click()
    await page.getByRole('region', { name: 'Waiting on this device' }).waitFor()
    expect(await axeFaults(page, 'main')).toEqual([])
    expect(await sideways(page)).toBe(0)
    await context.close()
  })

  test('the page after a post without script', async () => {
    const form = formOf('Accelerator')
    const { page } = await visit({ viewport })
    await page.goto(`${form.path}/submitted`)
    expect(await axeFaults(page, 'main')).toEqual([])
    expect(await sideways(page)).toBe(0)
    await page.context().close()
  })
})
