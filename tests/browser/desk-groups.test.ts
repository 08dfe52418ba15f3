import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { apply, messages, startDesk } from './desk-harness.ts'

// Many applications at once: what the selection has, what the dialog asks, and that one undo takes all back.

const harness = startDesk({ DECISION_HOLD_S: '10' })

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
  const page = await harness.open(`/app/dashboard?q=${word}`)
  await page.getByText(`${count} applications found`, { exact: true }).waitFor()
  return page
}
const bar = (page: Page) => page.getByRole('region', { name: 'Selected applications' })

const stats = async (): Promise<Record<'total' | 'pending' | 'rejected', number>> =>
  (await harness.server.call('/api/stats')).body.stats

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
    .getByText(/^tern \d+, tern \d+, tern \d+ and 97 more\. Each letter goes at \d\d:\d\d:\d\d\.$/)
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

test('what can be done with a selection is on one line, and the rest in its menu', async () => {
  const page = await listed('pipit', 3)
  for (const n of [0, 1])
    await page
      .getByRole('checkbox', { name: /^Select pipit/ })
      .nth(n)
      .check()
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await bar(page).getByText('2 selected').waitFor()
    const tops = await bar(page)
      .getByRole('button')
      .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top))
    expect([tops.length >= 5, new Set(tops).size], String(width)).toEqual([true, 1])
    await bar(page).getByRole('button', { name: 'More for these' }).press('Enter')
    await bar(page).getByRole('button', { name: 'Delay 2' }).waitFor()
    await page.keyboard.press('Escape')
    await bar(page).getByText('2 selected').waitFor()
  }
})

test('letters that wait until they are sent are all taken back after a minute', async () => {
  const page = await listed('heron', 3)
  const setHold = async (kind: string): Promise<void> => {
    const { revision } = (await harness.server.call('/api/outbox/hold')).body
    expect((await harness.server.call('/api/outbox/hold', 'PUT', { hold: { kind }, revision })).status).toBe(200)
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

describe('a page that is left before the answer', () => {
  const count = 240

  /** Opens a list of pending applications with a word, selects all, and confirms their rejection. */
  async function rejectAll(page: Page): Promise<void> {
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await bar(page)
      .getByRole('button', { name: `Select all ${count}`, exact: true })
      .click()
    await bar(page).getByText(`${count} selected`).waitFor()
    await page.keyboard.press('r')
    const question = page.getByRole('dialog', { name: `Reject ${count} applications?` })
    await question.getByLabel(`Type ${count} to confirm`).fill(String(count))
    await question.getByLabel(`Type ${count} to confirm`).press('Enter')
  }
  const rejected = (page: Page) => messages(page).getByText(`${count} applications: rejected successfully`)
  const undone = (page: Page) => messages(page).getByText(`${count} applications are as they were.`)

  test('by a reload, a lost connection and a killed server, an undo is whole, and told', async () => {
    const page = await listed('robin', count)
    const before = await stats()
    await rejectAll(page)
    await rejected(page).waitFor()
    const request = Promise.withResolvers<void>()
    // The answer does not arrive.
    const silent = async (route: Route): Promise<void> => {
      await route.fetch()
      request.resolve()
    }
    await page.route('**/api/applications/undo', silent, { times: 1 })
    await page.keyboard.press('u')
    await request.promise
    await page.reload()
    await undone(page).waitFor()
    expect(await stats()).toEqual(before)
    const unanswered = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('desk_call')))
    expect(await unanswered()).toEqual([])

    await page.getByText(`${count} applications found`, { exact: true }).waitFor()
    await rejectAll(page)
    await rejected(page).waitFor()
    const notice = messages(page).getByText(new RegExp(`^${count} of ${count}: `))
    // The server undoes them, and its answer is lost.
    const failing = (fail: (route: Route) => Promise<unknown>) =>
      page.route('**/api/applications/undo', async (route) => route.abort(await fail(route).then(() => 'failed')), { times: 1 })
    await failing((route) => route.fetch())
    await page.keyboard.press('u')
    await notice.waitFor()
    await page.keyboard.press('u')
    await undone(page).waitFor()
    expect(await stats()).toEqual(before)

    await rejectAll(page)
    await rejected(page).waitFor()
    await failing(async (route) => {
      const sent = route.fetch().catch(() => undefined)
      await expect.poll(stats, { interval: 5 }).not.toMatchObject({ rejected: before.rejected + count })
      await harness.server.stop('SIGKILL')
      await sent
    })
    await page.keyboard.press('u')
    await notice.waitFor()
    await expect.poll(unanswered).toEqual([])
    await harness.server.start()
    // The step is there after a reload too.
    await page.reload()
    await page.getByText(/\d+ applications? found/).waitFor()
    await page.keyboard.press('u')
    await undone(page).waitFor()
    expect(await stats()).toEqual(before)
    harness.provoke(/Failed to load resource|desk: .* failed|ERR_/)
  })

  test('a decision stops at the hundred on its way; the next visit reports it', async () => {
    const page = await listed('swift', count)
    const before = await stats()
    let calls = 0
    await page.route('**/api/applications/decide', async (route) => {
      calls += 1
      // The second hundred is decided, and its answer does not arrive.
      if (calls === 2) await route.fetch()
      else await route.continue()
    })
    await rejectAll(page)
    await expect.poll(stats).toMatchObject({ rejected: before.rejected + 200 })
    await page.goto('/app/outbox')
    await messages(page).getByText('200 applications: rejected successfully').waitFor()
    await messages(page)
      .getByText(/^Of 240: the page was left before the others, which stay as they are\. Each letter goes at \d\d:\d\d:\d\d\.$/)
      .waitFor()
    expect(await stats()).toEqual({ ...before, rejected: before.rejected + 200, pending: before.pending - 200 })
    await messages(page).getByRole('button', { name: 'Undo' }).click()
    await messages(page).getByText('200 applications are as they were.').waitFor()
    expect(await stats()).toEqual(before)
  })

  test('a call that is older than ten minutes is reported, and not repeated', async () => {
    const page = await listed('finch', 2)
    const before = await stats()
    await page.evaluate(() =>
      localStorage.setItem(
        'desk_call_1',
        JSON.stringify({ at: Date.now() - 601_000, call: { what: 'undo', done: [{ id: 'a', revision: 1 }], until: null } }),
      ),
    )
    await page.reload()
    await messages(page).getByText('Undo of 1').waitFor()
    await messages(page)
      .getByText(/^The page was left .*, before it was answered\. The list and the outbox show what was done\.$/)
      .waitFor()
    expect([await stats(), await page.evaluate(() => localStorage.getItem('desk_call_1'))]).toEqual([before, null])
  })

  test('a single decision arrives', async () => {
    const page = await listed('linnet', 2)
    const before = (await stats()).rejected
    await page.keyboard.press('j')
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.keyboard.press('r')
    await sent
    await page.goto('/robots.txt')
    await expect.poll(stats).toMatchObject({ rejected: before + 1 })
  })
})
