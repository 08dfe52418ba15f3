import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { apply, startDesk, studio } from '../../../tests/browser/desk-harness.ts'
import { axeFaults, controls } from '../../../tests/browser/drive.ts'

const harness = startDesk()

beforeAll(async () => {
  for (let n = 0; n < 15; n++) await apply(harness.server, 'StartupStudio', studio(`Founder ${n}`, `Mills ${n}`))
})

const name = (page: Page, of: string) => page.getByRole('article', { name: of }).getByRole('button', { name: of, exact: true })

/** The desk of somebody who never decided anything, with the newest application open. */
async function reading(): Promise<Page> {
  const page = await harness.open('/app/dashboard')
  await name(page, 'Founder 14').waitFor()
  await page.keyboard.press('j')
  await page.locator('[data-pane] [data-scores]').waitFor()
  return page
}

test('the palette finds actions, pages and applications, and gives the focus back', async () => {
  const page = await reading()
  const field = page.getByRole('combobox', { name: /^Go to/ })
  const open = page.getByRole('button', { name: 'Go to' })
  const option = page.getByRole('option')
  await open.click()
  await field.waitFor()
  expect(await axeFaults(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true)
  // From a text field too, which has the focus again.
  await page.getByLabel('Search', { exact: true }).fill('mills')
  await page.keyboard.press('Control+k')
  await field.fill('star')
  await page.keyboard.press('Enter')
  await page.getByText('Starred', { exact: true }).first().waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('q')
  // A form far below, which loads when it is opened.
  await page.keyboard.press('Control+k')
  await field.fill('message')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('subject')
  await page.keyboard.press('ControlOrMeta+k')
  await field.fill('mills 3')
  await option.filter({ hasText: 'Mills 3 · Startup Studio · Pending' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Founder 3' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await field.fill('no such thing')
  await page.getByText('Nothing found').waitFor()
  await field.fill('quarant')
  await option.filter({ hasText: 'Quarantine' }).click()
  await page.waitForURL('**/app/quarantine')
  await open.waitFor()
  await page.keyboard.press('Meta+k')
  await field.fill('mills 5')
  await option.filter({ hasText: 'Founder 5' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Founder 5' }).waitFor()
})

test('Tab stops once in the list; arrow keys go through rows and their buttons', async () => {
  const page = await reading()
  const focused = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '')
  await name(page, 'Founder 14').focus()
  const visited: string[] = []
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'ArrowLeft']) {
    await page.keyboard.press(key)
    visited.push(await focused())
  }
  expect(visited).toEqual([
    'Founder 13',
    'Select Founder 13',
    'View Details of Founder 13',
    'Approve Founder 13',
    'Founder 14',
    'Founder 13',
    'Founder 13',
  ])
  await name(page, 'Founder 14').focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[data-list]'))).toBeNull()
  await page.keyboard.press('Shift+Tab')
  expect(await focused()).toBe('Founder 14')
  expect(await page.locator('[data-list] :is(button, input):not([tabindex="-1"])').count()).toBe(1)
})

test('apart from acts of rows, the first window has at most 45 controls', async () => {
  const first = await harness.open('/app/dashboard')
  await name(first, 'Founder 14').waitFor()
  const apart = async (page: Page, from: string) => (await controls(page)).length - (await controls(page, from)).length
  // The names count, which open an application.
  expect(await apart(first, '[data-acts]'), (await controls(first)).join(' | ')).toBeLessThanOrEqual(45)
  const page = await reading()
  const few = () => expect.poll(() => apart(page, '[data-list]')).toBeLessThanOrEqual(60)
  await few()
  // The accelerator has cohorts and the longest rubric.
  for (let n = 0; n < 15; n++)
    await harness.server.apply('Accelerator', {
      founderName: `Pump ${n}`,
      email: `pump${n}@example.in`,
      phone: `+91 98400 1${1000 + n}`,
      companyName: `Pump ${n}`,
      website: `https://pump${n}.example`,
      cohortPreference: n < 5 ? 'cohort-7' : 'cohort-6',
    })
  await page.goto('/app/dashboard/Accelerator')
  await page.getByText('15 applications found').waitFor()
  await page.keyboard.press('j')
  await page.locator('[data-pane] [data-scores]').waitFor()
  await few()
  const [header, all] = [await controls(page, 'main header [data-print=no]'), await controls(page)]
  expect(header).toEqual(['With this list', 'Refresh', 'Logout'])
  const actions = ['View Details of', 'Approve', 'Pitch', 'Reject', 'Delete'].map((action) => `${action} Pump 14`)
  expect(all).toEqual(expect.arrayContaining(actions))
})
