import { beforeAll, expect, test } from 'vitest'
import { startDesk } from '../../../tests/browser/desk-harness.ts'
import { axeFaults } from '../../../tests/browser/drive.ts'

const harness = startDesk()

const canary = { companyName: 'Kovai Canary', website: 'https://canary.example', phone: '+91 98400 54321' }

beforeAll(async () => {
  for (const [name, cohortPreference] of [
    ['Asha Raman', 'cohort-6'],
    ['Bala Murugan', 'cohort-6'],
    ['Chitra Devi', 'cohort-7'],
    ['Divya Nair', 'next'],
  ] as const) {
    const email = `${name.toLowerCase().replace(' ', '.')}@example.in`
    await harness.server.apply('Accelerator', { ...canary, founderName: name, email, cohortPreference })
  }
})

test('a cohort is chosen above the list, with its numbers, and reported on a page', async () => {
  const page = await harness.open('/app/dashboard', { width: 360, height: 800 })
  await page.getByText('4 applications, newest first').waitFor()
  const bar = page.getByRole('navigation', { name: 'Cohorts' })
  expect(await bar.count()).toBe(0)
  await page.goto('/app/dashboard/Accelerator?q=asha')
  await page.getByText('1 application found').waitFor()
  // The button of the filters lies over none of them.
  for (const link of await bar.getByRole('link').all()) await link.click({ trial: true })
  await bar.getByRole('link', { name: 'Cohort 6 2' }).press('Enter')
  await page.waitForURL('**/app/dashboard/Accelerator?q=cohort%3A6+asha')
  await bar.getByText('0 on time, 2 late, 0 invited, 0 chosen.').waitFor()
  expect(await axeFaults(page, 'nav[aria-label=Cohorts]')).toEqual([])
  // Pressed again, the list is that of all cohorts.
  await bar.getByRole('link', { name: 'Cohort 6 2' }).press('Enter')
  await page.waitForURL('**/app/dashboard/Accelerator?q=asha')
  await page.goto('/app/dashboard?q=cohort:6')
  await bar.getByRole('link', { name: 'Report' }).click()
  await page.getByRole('heading', { name: 'Cohort 6' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/cohorts/6')
  const cells = (name: string) => page.getByRole('row', { name }).getByRole('cell').allTextContents()
  expect(await cells('Received')).toEqual(['2', '0'])
  expect(await cells('Late')).toEqual(['2 (100%)', '0'])
  expect(await axeFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: 'Cohort 7 1' }).click()
  await page.getByRole('heading', { name: 'Cohort 7' }).waitFor()
  await page.getByRole('link', { name: 'Change the dates' }).click()
  await page.getByLabel('Apply by').first().waitFor()
  await page.goBack()
  await page.getByRole('row', { name: 'Pending' }).getByRole('link').first().click()
  await page.getByText('1 application found').waitFor()
  await page.goto('/app/cohorts/99')
  await page.getByText('There is no such cohort').waitFor()
})

test('a list is printed as a table and one application a page, and without names', async () => {
  const page = await harness.open('/app/dashboard/Accelerator?q=cohort:6')
  await page.getByText('2 applications found').waitFor()
  await page.getByRole('button', { name: 'With this list' }).click()
  await page.getByRole('link', { name: 'Print' }).click()
  await page.getByText('2 applications', { exact: true }).waitFor()
  expect(await page.getByRole('article').locator('h2').allTextContents()).toEqual(['Bala Murugan', 'Asha Raman'])
  expect(await page.getByRole('rowheader').allTextContents()).toEqual(['Bala Murugan', 'Asha Raman'])
  expect(await axeFaults(page)).toEqual([])
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBe(3)
  await page.getByRole('checkbox', { name: /^Without names/ }).check()
  const shown = (await page.locator('[data-page=shown]').textContent()) ?? ''
  for (const secret of ['Asha', 'Raman', 'asha.raman', ...Object.values(canary)]) expect(shown).not.toContain(secret)
  expect(shown).toContain('problemSolution')

  // Of a selection, only those.
  await page.goto('/app/dashboard')
  await page.getByText('4 applications, newest first').waitFor()
  await page.getByRole('checkbox', { name: /Chitra Devi/ }).check()
  await page.getByRole('button', { name: 'More for these' }).click()
  await page.getByRole('region', { name: 'Selected applications' }).getByRole('link', { name: 'Print' }).click()
  await page.getByText('1 application', { exact: true }).waitFor()
  expect(await page.getByRole('article').locator('h2').allTextContents()).toEqual(['Chitra Devi'])
})
