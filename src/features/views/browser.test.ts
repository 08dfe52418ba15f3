import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { apply, startDesk } from '../../../tests/browser/desk-harness.ts'

const harness = startDesk()

beforeAll(async () => {
  await apply(harness.server, 'Contact', { name: 'Ravi Rao', email: 'ravi@gmail.com', subject: 'Hello', message: 'A zeppelin' })
})

const desk = async (path: string): Promise<Page> => {
  const page = await harness.open(path)
  await page.getByLabel('Search').waitFor()
  return page
}

test('a view is saved, opened, renamed, deleted; another window’s is not overwritten', async () => {
  const page = await desk('/app/dashboard/Contact?q=zeppelin&order=due')
  await page.getByText('Views and search words').click()
  const help = page.getByText('the day before')
  await help.waitFor()
  await page.getByLabel('Search', { exact: true }).click()
  await help.waitFor({ state: 'hidden' })
  await page.getByText('Views and search words').click()
  await help.waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  await page.getByText('Views and search words').click()
  await page.getByLabel('Name this view').fill('Airships')
  const other = await desk('/app/dashboard?status=pending')
  await other.getByText('Views and search words').click()
  await other.getByLabel('Name this view').fill('To read')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('link', { name: 'Airships' }).waitFor()
  await other.getByRole('button', { name: 'Save view' }).click()
  await other.getByText('The views were changed in another window.').waitFor()
  harness.consoleMessages()
  await other.getByRole('link', { name: 'Airships' }).click()
  await other.waitForURL('**/app/dashboard/Contact?q=zeppelin&order=due')
  await other.getByRole('button', { name: 'Rename Airships' }).click()
  await other.getByLabel('New name').fill('Balloons')
  await other.getByRole('button', { name: 'Rename', exact: true }).click()
  await other.getByRole('link', { name: 'Balloons' }).waitFor()
  await other.getByRole('button', { name: 'Delete Balloons' }).click()
  await other.getByRole('link', { name: 'Balloons' }).waitFor({ state: 'detached' })
})
