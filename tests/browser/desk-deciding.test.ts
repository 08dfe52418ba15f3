import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { apply, contact, messages, row, startDesk } from './desk-harness.ts'

// A decision is shown at once, and sent in its turn. Nothing is shown as done before the server has answered.

const harness = startDesk({ DECISION_HOLD_S: '60' })

const opened = (page: Page, name: string) => page.locator('[data-pane]').getByRole('heading', { name, exact: true })

/** Submits messages with the same word, `Reader 1` last, and opens the list that shows it first. */
async function listed(word: string, count: number): Promise<Page> {
  for (let n = count; n > 0; n--) {
    const sent = { ...contact(`Reader ${n}`, `About ${word}.`), email: `reader${n}@${word}.example` }
    await apply(harness.server, 'Contact', sent)
  }
  const page = await harness.open(`/app/dashboard?status=pending&q=${word}`)
  await row(page, 'Reader 1').waitFor()
  return page
}

/** The status of each application on the server, by the number of its reader. */
async function statuses(word: string): Promise<readonly string[]> {
  const applications = await harness.server.listed(`q=${word}`)
  const numberOf = (name: string): number => Number(name.split(' ')[1])
  return applications.toSorted((a, b) => numberOf(a.applicant_name) - numberOf(b.applicant_name)).map(({ status }) => status)
}

/** The decisions that wait for the line, in the order in which they were made: each is sent to the server by `send`. */
async function slowLine(page: Page): Promise<{ readonly calls: (() => void)[] }> {
  const calls: (() => void)[] = []
  await page.route('**/api/applications/*', async (route: Route) => {
    if (route.request().method() === 'PATCH') await new Promise<void>((send) => calls.push(send))
    await route.continue()
  })
  return { calls }
}

/** Presses a key, and lets the time pass in which no key acts on an application that replaced another. */
async function press(page: Page, key: string, ms = 600): Promise<void> {
  await page.keyboard.press(key)
  await page.clock.runFor(ms)
}

test('30 decisions, a key each 600 ms, are all taken on a line of 1.5 s', async () => {
  const page = await listed('zebra', 30)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const { calls } = await slowLine(page)
  await press(page, 'j')
  const answered: number[] = []
  for (let n = 1; n <= 30; n++) {
    expect(await opened(page, `Reader ${n}`).count(), `${n}`).toBe(1)
    await press(page, n % 2 === 0 ? 'r' : 'a')
    // 1.5 s after each key its answer is here.
    if (n > 2) calls.shift()?.()
    answered.push(calls.length)
  }
  expect(Math.max(...answered)).toBeLessThanOrEqual(3)
  await page.getByText(/^\d on their way$/).waitFor()
  await expect
    .poll(async () => {
      calls.shift()?.()
      await page.clock.runFor(100)
      return statuses('zebra')
    })
    .toEqual(Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? 'approved' : 'rejected')))
  await page.clock.resume()
  await page.getByText(/way$/).waitFor({ state: 'detached' })
})

test('a row says what is under way; u takes the last from the queue, unsent', async () => {
  const page = await listed('yak', 6)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const { calls } = await slowLine(page)
  await press(page, 'j')
  for (let n = 1; n <= 5; n++) await press(page, 'a')
  await row(page, 'Reader 5').getByText('Approving…').waitFor()
  expect(await row(page, 'Reader 5').getByText('Approved').count()).toBe(0)
  await page.getByText('5 on their way', { exact: true }).waitFor()
  expect([calls.length, await opened(page, 'Reader 6').count()]).toEqual([3, 1])
  // Another decision about the same one waits for the answer.
  await press(page, 'k')
  await press(page, 'r')
  await messages(page).getByText('Already on its way').waitFor()
  await page.keyboard.press('u')
  await messages(page).getByText('Reader 5. Nothing was sent.').waitFor()
  await row(page, 'Reader 5').getByText('Pending', { exact: true }).waitFor()
  await opened(page, 'Reader 5').waitFor()
  await expect
    .poll(async () => {
      calls.shift()?.()
      await page.clock.runFor(100)
      return statuses('yak')
    })
    .toEqual(['approved', 'approved', 'approved', 'approved', 'pending', 'pending'])
  await page.clock.resume()
  await page.getByText(/way$/).waitFor({ state: 'detached' })
  expect(await statuses('yak')).toEqual(['approved', 'approved', 'approved', 'approved', 'pending', 'pending'])
})

test('a refused decision brings the row back and says why, while the reader reads on', async () => {
  harness.provoke(/Failed to load resource/, /desk: .* failed/)
  const page = await listed('xerus', 3)
  await page.keyboard.press('j')
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/applications/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await answer.promise
    return route.fulfill({ status: 503, json: { success: false, error: 'The disk is full.', code: 'APPLICATION_UPDATE_FAILED' } })
  })
  await page.keyboard.press('r')
  await row(page, 'Reader 1').getByText('Rejecting…').waitFor()
  await opened(page, 'Reader 2').waitFor()
  answer.resolve()
  await messages(page).getByText('Failed to update application status').waitFor()
  await messages(page).getByText('Reader 1. The disk is full.').waitFor()
  const refused = row(page, 'Reader 1')
  await refused.getByText('Pending', { exact: true }).waitFor()
  expect(await refused.getByText('Not decided').getAttribute('title')).toBe('The disk is full.')
  expect(await refused.getByRole('button', { name: 'Approve Reader 1' }).getAttribute('aria-disabled')).toBeNull()
  expect(await opened(page, 'Reader 2').count()).toBe(1)
  expect(await statuses('xerus')).toEqual(['pending', 'pending', 'pending'])
  await page.unrouteAll({ behavior: 'wait' })
  await refused.getByRole('button', { name: 'Approve Reader 1' }).click()
  await messages(page).getByText('Application approved successfully').waitFor()
  expect(await page.getByText('Not decided').count()).toBe(0)
})

test('a killed server decides nothing that is on its way; every row says so', async () => {
  harness.provoke(/Failed to load resource/, /desk: .* failed/, /ERR_/)
  const page = await listed('vole', 5)
  const { calls } = await slowLine(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await press(page, 'j')
  for (let n = 1; n <= 4; n++) await press(page, 'a')
  await page.getByText('4 on their way', { exact: true }).waitFor()
  await harness.server.stop('SIGKILL')
  await expect
    .poll(async () => {
      calls.shift()?.()
      return page.getByText('Not decided', { exact: true }).count()
    })
    .toBe(4)
  expect(await page.getByRole('article').getByText('Approved', { exact: true }).count()).toBe(0)
  await harness.server.start()
  expect(await statuses('vole')).toEqual(Array(5).fill('pending'))
})

test('a session that ends while decisions wait closes the desk, and none is made', async () => {
  harness.provoke(/Failed to load resource/, /desk: .* failed/)
  const page = await listed('newt', 5)
  const { calls } = await slowLine(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await press(page, 'j')
  for (let n = 1; n <= 4; n++) await press(page, 'a')
  await expect.poll(() => calls.length).toBe(3)
  await page.clock.resume()
  await harness.server.signOut()
  for (const send of calls) send()
  await page.waitForURL('**/app')
  expect(await statuses('newt')).toEqual(Array(5).fill('pending'))
})

test('what waits in the queue is sent when the page closes', async () => {
  const page = await listed('wombat', 6)
  await page.evaluate(() => {
    // Each call is made, and its answer never comes.
    const real = window.fetch
    window.fetch = (...call) => {
      const isDecision = call[1]?.method === 'PATCH'
      const answer = real(...call)
      return isDecision ? new Promise(() => undefined) : answer
    }
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await press(page, 'j')
  for (let n = 1; n <= 5; n++) await press(page, 'a')
  await page.getByText('5 on their way', { exact: true }).waitFor()
  await expect.poll(async () => (await statuses('wombat')).filter((status) => status === 'approved')).toHaveLength(3)
  await page.goto('about:blank')
  await expect.poll(() => statuses('wombat')).toEqual([...Array(5).fill('approved'), 'pending'])
})
