import { expect, test } from 'vitest'
import { startDesk } from '../../../tests/browser/desk-harness.ts'
import { axeFaults } from '../../../tests/browser/drive.ts'

const harness = startDesk()

const contact = 'content/pages/contact.yaml'
const field = (path: string, ...names: readonly string[]) => `${path}@${encodeURIComponent(JSON.stringify(names))}`

test('a changed sentence is listed with both fields, and no reader is named until then', async () => {
  const page = await harness.open('/app/languages')
  const tamil = page.getByRole('region', { name: 'Tamil தமிழ்' })
  await tamil.getByText('Every sentence is said.').waitFor()
  expect(await tamil.getByRole('heading', { level: 2 }).locator('[lang=ta]').textContent()).toBe('தமிழ்')
  const row = tamil.getByRole('row', { name: /^Contact/ })
  const [, translated, all] = /(\d+) of (\d+)/.exec((await row.textContent()) ?? '') ?? []
  expect([translated, await row.getByRole('link').getAttribute('href')]).toEqual([all, '/ta/contact'])

  await page.goto(`/app/site#${field(contact, 'hero', 'title')}`)
  const english = page.locator(`[data-field='["hero","title"]']`)
  await english.fill('Tea at four.')
  await page.getByText('Saved as a draft.').waitFor()
  await page.goto('/app/languages')
  const gap = tamil.getByRole('listitem').filter({ hasText: 'Tea at four.' })
  await gap.getByText('English in').waitFor()
  expect(await row.textContent()).toContain(`${Number(all) - 1} of ${all}`)
  // A draft changes nothing on the site.
  expect(await row.getByRole('link').textContent()).toBe('Live')
  expect(await tamil.getByLabel('Who has read all of it').isDisabled()).toBe(true)
  expect(await axeFaults(page, 'main')).toEqual([])
  await gap.getByRole('link', { name: 'Contact' }).click()
  await expect.poll(() => english.evaluate((control) => control === document.activeElement)).toBe(true)
  await page.goBack()
  await gap.getByRole('link', { name: 'Tea at four.' }).click()
  const own = page.locator(`[data-field='["Tea at four."]']`)
  await expect.poll(() => own.evaluate((control) => control === document.activeElement)).toBe(true)
  await own.fill('நான்கு மணிக்குத் தேநீர்.')
  await page.getByText('Saved as a draft.').waitFor()
  await page.goto('/app/languages')
  await tamil.getByText('Every sentence is said.').waitFor()

  // What is read is what is published: the reader is named once both are.
  await page.goto('/app/site#changes')
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByRole('heading', { name: 'History' }).waitFor()
  await page.goto('/app/languages')
  await tamil.getByText('Not yet read by a native reader.').waitFor()
  await tamil.getByLabel('Who has read all of it').fill('Nila Anbarasan')
  await tamil.getByRole('button', { name: 'Mark as read' }).press('Enter')
  await tamil.getByText(/^Read by Nila Anbarasan on /).waitFor()
})
