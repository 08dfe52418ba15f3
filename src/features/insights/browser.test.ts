import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { apply, startDesk, studio } from '../../../tests/browser/desk-harness.ts'
import { axeFaults } from '../../../tests/browser/drive.ts'

const harness = startDesk({ DECISION_HOLD_S: '0' })

beforeAll(async () => {
  const [, second] = [
    await apply(harness.server, 'StartupStudio', {
      ...studio('Asha Raman', 'Asha & Co'),
      origin: { first: { source: '=letter' } },
    }),
    await apply(harness.server, 'StartupStudio', studio('Bala Murugan', 'Bala & Co')),
    await apply(harness.server, 'Contact', { name: 'Divya', email: 'divya@example.in', subject: 'Hello', message: 'Hi' }),
  ]
  await harness.server.decide(`/api/applications/${second}`, 'rejected')
})

const figure = (page: Page, name: string) => page.getByRole('figure', { name })

async function insights(path = '/app/insights', size?: { width: number; height: number }): Promise<Page> {
  const page = await harness.open(path, size)
  await page
    .getByRole('status')
    .getByText(/applications?.* from /)
    .waitFor()
  return page
}

test('a key opens the insights of the filtered form, and another key the list', async () => {
  const page = await harness.open('/app/dashboard/StartupStudio')
  await page.getByText('2 applications found').waitFor()
  await page.keyboard.press('i')
  await page.waitForURL('**/app/insights?form_type=StartupStudio')
  await page.getByText(/^2 applications for Startup Studio from /).waitFor()
  await page.keyboard.press('i')
  await page.waitForURL('**/app/dashboard/StartupStudio')
})

test('each plot has a description, a table of its numbers, and downloads', async () => {
  const page = await insights()
  await figure(page, 'Outcomes')
    .getByText('Of 3 submitted, 0 are approved and 1 rejected; 0 were invited to pitch. 2 are still open.')
    .waitFor()
  await figure(page, 'Time to a decision')
    .getByText(/^The one decision took \d+ minutes?\.$/)
    .waitFor()
  await figure(page, 'Waiting now')
    .getByText(/^2 applications wait for a first decision now.*; none is late by the promises of the forms/)
    .waitFor()
  await figure(page, 'Where they came from')
    .getByText(/^=letter brought 1 of 3\./)
    .waitFor()
  const numbers = figure(page, 'Applications over time')
  await numbers.locator('summary').click()
  const last = await numbers.getByRole('row').last().locator('th, td').allTextContents()
  expect(last.slice(1)).toEqual(['2', '1', '3'])
  expect(await numbers.getByRole('columnheader').allTextContents()).toEqual(['Week', 'Startup Studio', 'Contact', 'All'])
  expect(await axeFaults(page)).toEqual([])

  // No text of an applicant starts a formula.
  const sources = figure(page, 'Where they came from')
  await sources.locator('summary').click()
  const [table] = await Promise.all([
    page.waitForEvent('download'),
    sources.getByRole('button', { name: 'Numbers as CSV' }).click(),
  ])
  expect(table.suggestedFilename()).toMatch(/^sources-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  expect(parse(await readFile(await table.path()), { bom: true })).toEqual([
    ['Source', 'First arrival', 'Last arrival', 'Share of first'],
    ["'=letter", '1', '1', '33%'],
    ['Not known', '2', '2', '67%'],
  ])
  const [drawing] = await Promise.all([
    page.waitForEvent('download'),
    sources.getByRole('button', { name: 'Drawing as SVG' }).click(),
  ])
  const svg = await readFile(await drawing.path(), 'utf8')
  expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/)
  expect(svg).toContain('>=letter</text>')
  expect(svg).not.toContain('class=')
})

test('arrow keys move between the bars; range and form are in the address', async () => {
  const page = await insights('/app/insights?range=30d')
  expect(await page.getByRole('radio', { name: '30 days' }).isChecked()).toBe(true)
  const bars = page.getByRole('slider', { name: 'Look at one day' })
  await bars.focus()
  await page.keyboard.press('End')
  expect(await bars.getAttribute('aria-valuetext')).toMatch(/: 3 applications \(Startup Studio 2, Contact 1\)$/)
  await page.keyboard.press('ArrowLeft')
  expect(await bars.getAttribute('aria-valuetext')).toMatch(/: 0 applications$/)
  expect(await bars.getAttribute('aria-valuenow')).toBe('29')
  // Enter opens the list of a bar, and the other drawings are links too.
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/dashboard?q=after%3A*+before%3A*')
  await page.getByText('3 applications found').waitFor()
  await page.goBack()
  for (const [link, heading] of [
    ['Rejected: 1 application', '1 application found'],
    ['Startup Studio: 1 application, half within', '1 application found'],
    ['Since today: 2 applications', '2 applications found'],
    ['=letter: 1 application', '1 application found'],
  ] as const) {
    await page.getByRole('link', { name: link }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(heading).waitFor()
    await page.goBack()
  }
  await page.getByRole('radio', { name: '12 months' }).check()
  await page.waitForURL('**/app/insights?range=12m')
  await figure(page, 'Applications over time')
    .getByRole('link', { name: /Contact 1 33%/ })
    .click()
  await page.waitForURL('**/app/insights?range=12m&form_type=Contact')
  await page.getByText(/^1 application for Contact from /).waitFor()
  // Back restores them.
  await page.goBack()
  await page.getByText(/^3 applications from /).waitFor()
  expect(await page.getByRole('combobox', { name: 'Form type' }).inputValue()).toBe('')
})

test('an empty range shows a message, and everything fits on a phone', async () => {
  const page = await insights('/app/insights?form_type=Investor', { width: 320, height: 700 })
  await figure(page, 'Applications over time').getByText('No application arrived in these days.').waitFor()
  await figure(page, 'Waiting now').getByText('No application waits for a decision.').waitFor()
  expect(await page.getByRole('slider').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('a signed-out visitor goes to the sign-in screen, and back to the insights', async () => {
  const page = await harness.page()
  await page.goto('/app/insights?range=all')
  await page.waitForURL('**/app')
  expect(await page.evaluate(() => sessionStorage.getItem('desk_notice'))).toContain('/app/insights?range=all')
  harness.provoke(/Failed to load resource.*401/)
})
