import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { reference } from '../../src/shared/ids.ts'
import { apply, row, startDesk, studio } from './desk-harness.ts'
import { axeFaults } from './drive.ts'

const harness = startDesk({ DECISION_HOLD_S: '60' })
let first: string
let second: string

beforeAll(async () => {
  first = await apply(harness.server, 'StartupStudio', studio('Canaryna Canaryfa', 'Canaryco', { problemStatement: 'Tides' }))
  second = await apply(harness.server, 'StartupStudio', studio('Canarytwo', 'Canaryco', { problemStatement: 'Nets' }))
})

/** What a page shows, its title and address, what it stores, and the bodies of the responses since the last call. */
function watch(page: Page) {
  let bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/') && !response.url().includes('/events')) bodies.push(response.text().catch(() => ''))
  })
  return {
    forget: () => {
      bodies = []
    },
    leaks: async (): Promise<readonly string[]> => {
      const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
      const all = [await page.content(), await page.title(), page.url(), stored, ...(await Promise.all(bodies))]
      const html = await page.evaluate(() =>
        [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
      )
      return [...all, ...html].filter((text) => /canary/i.test(text))
    },
  }
}

test('a blind pass hides who it is in every view until shown or decided', async () => {
  const page = await harness.page(true)
  const watched = watch(page)
  await page.goto('/app/dashboard/StartupStudio')
  await row(page, 'Canarytwo').waitFor()
  await page.getByRole('button', { name: 'With this list' }).click()
  await page.getByRole('button', { name: 'Blind pass' }).click()
  const dialog = page.getByRole('dialog', { name: 'Blind pass' })
  await dialog.getByRole('checkbox', { name: 'Startup Studio' }).check()
  expect(await axeFaults(page, '[role=dialog]')).toEqual([])
  watched.forget()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const [shownOne, two] = [reference(first), reference(second)]
  await row(page, shownOne).waitFor()
  expect(await watched.leaks()).toEqual([])

  await row(page, two).getByRole('button', { name: two, exact: true }).click()
  const pane = page.locator('[data-pane]')
  await pane.getByText('Nets').waitFor()
  await pane.getByText('Hidden until decided').waitFor()
  expect(await pane.getByText(/Not answered/).textContent()).not.toMatch(/name|Email|Phone|Website/)
  expect(await axeFaults(page)).toEqual([])
  expect(await watched.leaks()).toEqual([])
  await page.keyboard.press('l')
  await page.getByText('No letter is shown').waitFor()

  await page.keyboard.press('c')
  await page.getByRole('region', { name: 'Comparison', exact: true }).getByText('Tides').waitFor()
  expect(await watched.leaks()).toEqual([])
  await page.keyboard.press('Escape')
  await row(page, two).waitFor()
  await page.keyboard.press('q')
  await page.getByRole('list', { name: 'Answers' }).getByText('Tides').waitFor()
  await page.getByRole('combobox', { name: 'Question' }).selectOption('Founder name')
  await page.getByRole('list', { name: 'Answers' }).getByText('Hidden').first().waitFor()
  expect(await watched.leaks()).toEqual([])
  await page.keyboard.press('Escape')
  await row(page, two).waitFor()

  await page.getByLabel('Search', { exact: true }).fill('tides')
  await page.getByText('Applications of a blind pass are not searched by words.').waitFor()
  await page.goto('/app/pack/StartupStudio')
  await page.getByRole('article', { name: shownOne }).getByText('Tides').waitFor()
  expect(await watched.leaks()).toEqual([])

  await page.goto(`/app/dashboard?details=${first}`)
  const details = page.getByRole('dialog', { name: shownOne })
  await details.getByRole('button', { name: 'Show who it is…' }).click()
  const question = page.getByRole('alertdialog')
  expect(await axeFaults(page, '[role=alertdialog]')).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await watched.leaks()).toEqual([])
  await details.getByRole('button', { name: 'Show who it is…' }).click()
  await question.getByRole('button', { name: 'Show', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'Canaryna Canaryfa' })
  await shown.getByText('Identity shown').waitFor()
  await shown.getByText('canaryna.canaryfa@example.in').first().waitFor()
  await page.keyboard.press('Escape')

  await row(page, two)
    .getByRole('button', { name: `Reject ${two}` })
    .click()
  await row(page, 'Canarytwo').getByText('Rejected').waitFor()
  await page.keyboard.press('u')
  await row(page, two).getByText('Pending').waitFor()
})

test('its dialog and its note fit on a phone', async () => {
  const page = await harness.open(`/app/dashboard?details=${second}`, { width: 360, height: 740 })
  await page
    .getByRole('dialog', { name: reference(second) })
    .getByText('Hidden until decided')
    .waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await axeFaults(page, '[data-details]')).toEqual([])
})

test('what another window chooses is shown, and not saved over', async () => {
  const page = await harness.page(true)
  await page.goto('/app/dashboard')
  await page.getByRole('button', { name: 'With this list' }).click()
  await page.getByRole('button', { name: 'Blind pass' }).click()
  const dialog = page.getByRole('dialog', { name: 'Blind pass' })
  const fundRaise = dialog.getByRole('checkbox', { name: 'Fund Raise' })
  await fundRaise.waitFor()
  const { revision } = (await harness.server.call('/api/blind')).body
  await harness.server.call('/api/blind', 'PUT', { forms: ['StartupStudio', 'FundRaise'], revision })
  // The window is looked at again.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => fundRaise.isChecked()).toBe(true)
})
