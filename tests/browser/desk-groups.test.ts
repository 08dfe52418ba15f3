import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { apply, type DeskHarness, openDesk } from './desk-harness.ts'

// Many applications at once: what the selection has, what the dialog asks, and that one undo takes all back.

let harness: DeskHarness

beforeAll(async () => {
  harness = await openDesk({ DECISION_HOLD_S: '10' })
})
afterAll(() => harness?.close())
afterEach(async () => {
  await harness.tidy()
  expect(harness.consoleMessages()).toEqual([])
})

/** Submits `count` messages with a word, and opens the list that shows them. */
async function listed(word: string, count: number): Promise<Page> {
  for (let from = 0; from < count; from += 8)
    await Promise.all(
      Array.from({ length: Math.min(8, count - from) }, (_, n) => {
        const name = `${word} ${from + n}`
        const email = `${word}${from + n}@example.in`
        return apply(harness.server, 'Contact', { name, email, subject: 'A question', message: `${name} asks.` })
      }),
    )
  const page = await harness.page(true)
  await page.goto(`/app/dashboard?q=${word}`)
  await page.getByText(`${count} applications found`, { exact: true }).waitFor()
  return page
}
const bar = (page: Page) => page.getByRole('region', { name: 'Selected applications' })
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

async function stats(): Promise<Record<string, number>> {
  const response = await fetch(`${harness.server.url}/api/stats`, { headers: { cookie: await harness.session() } })
  return ((await response.json()) as { stats: Record<string, number> }).stats
}

test('all that match are selected, rejected after a Stop, and taken back by one key', async () => {
  const page = await listed('tern', 105)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await bar(page).getByRole('button', { name: 'Select all 105', exact: true }).click()
  await bar(page).getByText('105 selected').waitFor()
  await page.keyboard.press('r')
  const question = page.getByRole('dialog', { name: 'Reject 105 applications?' })
  const reject = question.getByRole('button', { name: 'Reject 105', exact: true })
  await question.getByLabel('Add a sentence').fill('Write again in May.')
  await question.getByText('Write again in May.').last().waitFor()
  await question.getByLabel('Type 105 to confirm').fill('10')
  expect(await reject.getAttribute('aria-disabled')).toBe('true')
  await question.getByLabel('Type 105 to confirm').fill('105')

  const answer = Promise.withResolvers<void>()
  await page.route('**/api/applications/decide', async (route) => {
    const response = await route.fetch()
    await answer.promise
    await route.fulfill({ response })
  })
  await question.getByLabel('Type 105 to confirm').press('Enter')
  await question.getByRole('button', { name: 'Stop' }).click()
  answer.resolve()
  await question.getByText('100 of 105 done').waitFor()
  expect(await question.getByRole('progressbar').getAttribute('value')).toBe('100')
  expect(await stats()).toMatchObject({ rejected: 100, pending: 5 })
  await messages(page).getByText('100 applications: rejected successfully').waitFor()
  await messages(page)
    .getByText(/^tern \d+, tern \d+, tern \d+ and 97 more\. Each letter goes in \d+ s\.$/)
    .waitFor()
  await question.getByRole('button', { name: 'Close' }).click()
  await question.waitFor({ state: 'detached' })
  await bar(page).getByText('5 selected').waitFor()
  expect(await page.evaluate(() => document.activeElement?.matches('[data-list]'))).toBe(true)
  await page.keyboard.press('u')
  await messages(page).getByText('100 applications are as they were.').waitFor()
  expect(await stats()).toMatchObject({ rejected: 0, pending: 105 })
})

test('Shift and a click select a range; another filter clears the selection', async () => {
  const page = await listed('plover', 5)
  const boxes = page.getByRole('checkbox', { name: /^Select plover/ })
  await boxes.nth(1).click()
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  await bar(page).getByText('3 selected').waitFor()
  expect(await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  await boxes.nth(2).click()
  await bar(page).getByText('2 selected').waitFor()
  await page.getByLabel('Search').fill('plover 1')
  await bar(page).waitFor({ state: 'detached' })
})

test('letters that wait until they are sent are all taken back after a minute', async () => {
  const page = await listed('heron', 3)
  const headers = { cookie: await harness.session(), 'content-type': 'application/json' }
  const setHold = async (kind: string): Promise<void> => {
    const { revision } = await (await fetch(`${harness.server.url}/api/outbox/hold`, { headers })).json()
    const body = JSON.stringify({ hold: { kind }, revision })
    expect((await fetch(`${harness.server.url}/api/outbox/hold`, { method: 'PUT', headers, body })).status).toBe(200)
  }
  await setHold('by_hand')
  await page.clock.install()
  for (const key of ['j', 'Shift+J', 'Shift+J', 'r']) await page.keyboard.press(key)
  await page.getByRole('dialog').getByRole('button', { name: 'Reject 3', exact: true }).click()
  await messages(page)
    .getByText(/Each letter waits in the outbox\.$/)
    .waitFor()
  await page.clock.runFor(100_000)
  await page.keyboard.press('u')
  await messages(page).getByText('3 applications are as they were.').waitFor()
  await setHold('seconds')
})
