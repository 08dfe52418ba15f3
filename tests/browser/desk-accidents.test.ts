import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { apply, type DeskHarness, openDesk } from './desk-harness.ts'

// Nothing is decided, deleted or released by accident: neither by a press that meets another row, nor by a key that comes early.

let harness: DeskHarness

beforeAll(async () => {
  harness = await openDesk({ DECISION_HOLD_S: '60' })
})
afterAll(() => harness?.close())
afterEach(async () => {
  await harness.tidy()
  expect(harness.consoleMessages()).toEqual([])
})

const contact = (name: string, word: string) => ({
  name,
  email: `${name.toLowerCase().replace(/\W+/g, '.')}@example.in`,
  subject: 'A question',
  message: `${name} asks about ${word}.`,
})
const row = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const pane = (page: Page) => page.locator('[data-pane]')
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

/** Submits messages with the same word, the first name last, and opens the list that shows them in this order. */
async function listed(word: string, names: readonly string[], size?: { width: number; height: number }): Promise<Page> {
  for (const name of names.toReversed()) await apply(harness.server, 'Contact', contact(name, word))
  const page = await harness.page(true, size)
  const heard = page.waitForResponse('**/api/applications/events')
  await page.goto(`/app/dashboard?q=${word}%20is%3Apending`)
  await row(page, names[0] ?? '').waitFor()
  await heard
  return page
}

/** The status of each application on the server, by applicant. */
async function statuses(word: string): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(`${harness.server.url}/api/applications?q=${word}`, {
    headers: { cookie: await harness.session() },
  })
  const { applications } = (await response.json()) as { applications: { applicant_name: string; status: string }[] }
  return Object.fromEntries(applications.map(({ applicant_name, status }) => [applicant_name, status]))
}

/** Holds the answers to decisions until the returned function is called. */
async function holdDecisions(page: Page): Promise<() => void> {
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/applications/*', async (route) => {
    const response = await route.fetch()
    if (route.request().method() === 'PATCH') await answer.promise
    await route.fulfill({ response })
  })
  return answer.resolve
}

describe('the undo key', () => {
  test('takes back the decision that is still on its way, not the one before it', async () => {
    const page = await listed('heron', ['Anu First', 'Bala Second', 'Chitra Third'])
    await page.keyboard.press('j')
    await pane(page).getByRole('heading', { name: 'Anu First' }).waitFor()
    await page.keyboard.press('a')
    await pane(page).getByRole('heading', { name: 'Bala Second' }).waitFor()
    await messages(page).getByText('Application approved successfully').waitFor()
    const answer = await holdDecisions(page)
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.keyboard.press('r')
    await sent
    await page.keyboard.press('u')
    await messages(page).getByText('Bala Second: undone as soon as it is saved.').waitFor()
    answer()
    await messages(page).getByText('Bala Second is pending again.').waitFor()
    expect(await statuses('heron')).toEqual({ 'Anu First': 'approved', 'Bala Second': 'pending', 'Chitra Third': 'pending' })
    await page.keyboard.press('u')
    await messages(page).getByText('Anu First is pending again.').waitFor()
    expect(await statuses('heron')).toEqual({ 'Anu First': 'pending', 'Bala Second': 'pending', 'Chitra Third': 'pending' })
  })

  test('works after a reload while the server holds a decision or a deletion', async () => {
    const page = await listed('stork', ['Devi Decided', 'Esha Erased'])
    await page.keyboard.press('j')
    await pane(page).getByRole('heading', { name: 'Devi Decided' }).waitFor()
    await page.keyboard.press('r')
    await messages(page).getByText('Devi Decided. Letter to devi.decided@example.in goes in 60 s.').waitFor()
    await row(page, 'Esha Erased').getByRole('button', { name: 'Delete Esha Erased' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await messages(page).getByText('Application deleted successfully').waitFor()
    await page.reload()
    await messages(page).getByText('Esha Erased').waitFor()
    await messages(page).getByRole('button', { name: 'Undo' }).click()
    await messages(page).getByText('Esha Erased is pending again.').waitFor()
    await page.keyboard.press('u')
    await messages(page).getByText('Devi Decided is pending again.').waitFor()
    expect(await statuses('stork')).toEqual({ 'Devi Decided': 'pending', 'Esha Erased': 'pending' })
    await page.reload()
    await row(page, 'Devi Decided').waitFor()
    expect(await messages(page).getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })
})
