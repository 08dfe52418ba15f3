import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { apply, contact as message, row, startDesk } from '../../../tests/browser/desk-harness.ts'

const harness = startDesk({ DECISION_HOLD_S: '60' })

// A window that shows an application reads it once more when another deletes it.
beforeEach(() => harness.provoke(/40[14]/))

const contact = (name: string) => message(name, `${name} asks. ${'A long message, to be scrolled. '.repeat(80)}`)
const list = (page: Page) => page.getByRole('list', { name: 'Applications' })

/** Submits thirty applications, named `name` and a number: more than the window shows. */
async function thirty(name: string): Promise<void> {
  for (let n = 0; n < 30; n++) await apply(harness.server, 'Contact', contact(`${name} ${n}`))
}

/** Opens the desk, and waits for its event stream. */
async function listening(path = '/app/dashboard'): Promise<Page> {
  const page = await harness.page(true)
  const heard = page.waitForResponse('**/api/applications/events')
  await page.goto(path)
  await heard
  await page
    .getByText(/applications?(, newest first| found)$|No applications/)
    .first()
    .waitFor()
  return page
}

/** Moves the pointer out of the list: only then rows that left disappear, and new ones come in. */
const outside = (page: Page): Promise<void> => page.mouse.move(720, 5)

/** Another window's call about an application. */
const desk = (path: string, method: string, body?: unknown) => harness.server.call(`/api/applications/${path}`, method, body)

/** Everything that must not move: the scroll positions, the open application, and the selection. */
const position = (page: Page) =>
  page.evaluate(() => ({
    page: window.scrollY,
    pane: document.querySelector('[data-pane] [data-scroll]')?.scrollTop,
    title: document.querySelector('#pane-title')?.textContent,
    at: document.querySelector('#pane-title')?.getBoundingClientRect().top,
    selected: document.querySelector('[data-selected]')?.getBoundingClientRect().top,
  }))

describe('a new application', () => {
  test('shows on a desk that says it is empty, long before the next poll', async () => {
    // The first test of the file: nothing was sent yet.
    const page = await listening()
    await page.getByText('No applications have been submitted yet.').waitFor()
    const summary = page.getByRole('list', { name: 'Summary' })
    expect(await summary.textContent()).toContain('Total 0')
    const began = Date.now()
    await apply(harness.server, 'Contact', contact('First Of All'))
    await row(page, 'First Of All').waitFor()
    // Half of the poll interval, because the machine may be busy. live.test.ts requires one second.
    expect(Date.now() - began).toBeLessThan(15_000)
    await expect.poll(() => summary.textContent()).toContain('Total 1')
  })

  test('shows at the top of the list, and the open application does not change', async () => {
    await thirty('Early')
    const page = await listening()
    await page.keyboard.press('j')
    await page.getByRole('region', { name: 'Early 29' }).waitFor()
    await page.evaluate(() => document.querySelector('[data-pane] [data-scroll]')?.scrollTo(0, 90))
    const { selected, ...before } = await position(page)
    await apply(harness.server, 'Contact', contact('Just Now'))
    await row(page, 'Just Now').waitFor()
    expect(await list(page).locator('li').first().getAttribute('aria-posinset')).toBe('1')
    const { selected: moved, ...after } = await position(page)
    expect(after).toEqual(before)
    expect(Math.round((moved ?? 0) - (selected ?? 0))).toBe(
      await row(page, 'Just Now').evaluate((article) => article.clientHeight + 1),
    )
    await page.getByText(/^2 of \d+$/).waitFor()
  })

  test('new applications are counted further down a list that does not move', async () => {
    await thirty('Above')
    const page = await listening()
    await row(page, 'Above 29').waitFor()
    await page.mouse.wheel(0, 800)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
    await row(page, 'Above 12').getByRole('button', { name: 'Above 12', exact: true }).click()
    await page.getByRole('region', { name: 'Above 12' }).waitFor()
    const before = await position(page)
    await apply(harness.server, 'Contact', contact('While Below'))
    const chip = page.getByRole('button', { name: '1 new application' })
    await chip.waitFor()
    expect(await position(page)).toEqual(before)
    await apply(harness.server, 'Contact', contact('While Below Too'))
    await page.getByRole('button', { name: '2 new applications' }).click()
    await row(page, 'While Below Too').waitFor()
    await row(page, 'While Below').waitFor()
    expect((await position(page)).title).toBe(before.title)
    expect(await page.getByRole('button', { name: /new application/ }).count()).toBe(0)

    // Or by itself, when the pointer is outside the list and its top is visible again.
    await page.mouse.wheel(0, 2_000)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000)
    await apply(harness.server, 'Contact', contact('Third'))
    await page.getByRole('button', { name: '1 new application' }).waitFor()
    await page.evaluate(() => window.scrollTo(0, 0))
    await outside(page)
    await row(page, 'Third').waitFor()
  })

  test('does not revert a decision that was made while the update was delayed', async () => {
    await thirty('Before')
    const page = await listening('/app/dashboard?status=pending')
    await row(page, 'Before 29').waitFor()
    await page.mouse.wheel(0, 800)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
    await apply(harness.server, 'Contact', contact('Held Meanwhile'))
    const chip = page.getByRole('button', { name: '1 new application' })
    await chip.waitFor()
    await row(page, 'Before 12').getByRole('button', { name: 'Before 12', exact: true }).click()
    await page.getByRole('region', { name: 'Before 12' }).waitFor()
    await page.keyboard.press('a')
    await row(page, 'Before 12').getByText('Approved').waitFor()
    await page.getByRole('region', { name: 'Before 11' }).waitFor()
    const counted = await page.getByText(/^\d+ applications found$/).textContent()
    await chip.click()
    await page.evaluate(() => window.scrollTo(0, 0))
    await row(page, 'Held Meanwhile').waitFor()
    expect(await page.getByText(/^\d+ applications found$/).textContent()).toBe(
      `${Number.parseInt(counted ?? '', 10) + 1} applications found`,
    )
    await page.mouse.wheel(0, 800)
    await row(page, 'Before 13').waitFor()
    await row(page, 'Before 11').waitFor()
    expect(await row(page, 'Before 12').count()).toBe(0)
  })

  test('leaves decided what was decided while the following page of the list was loading', async () => {
    for (const name of ['Following', 'Paged']) await thirty(name)
    const page = await listening()
    await row(page, 'Paged 29').waitFor()
    const [requested, decided] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(/[?&]cursor=/, async (route) => {
      const response = await route.fetch()
      requested.resolve()
      await decided.promise
      await route.fulfill({ response })
    })
    await page.mouse.wheel(0, 2_400)
    await requested.promise
    await page.evaluate(() => window.scrollTo(0, 0))
    await row(page, 'Paged 29').getByRole('button', { name: 'Reject Paged 29', exact: true }).click()
    await row(page, 'Paged 29').getByText('Rejected').waitFor()
    const arrived = page.waitForResponse((response) => response.url().includes('cursor='))
    decided.resolve()
    await (await arrived).finished()
    await apply(harness.server, 'Contact', contact('After The Page'))
    await outside(page)
    await row(page, 'After The Page').waitFor()
    await row(page, 'Paged 29').getByText('Rejected').waitFor()
  })

  test('outside the filters changes only the counters', async () => {
    const page = await listening('/app/dashboard?status=approved')
    const total = page.getByRole('list', { name: 'Summary' }).getByRole('link', { name: 'Total' })
    const before = Number((await total.textContent())?.replace(/\D/g, ''))
    await apply(harness.server, 'Contact', contact('Not Asked For'))
    await expect.poll(() => total.textContent()).toBe(`Total ${before + 1}`)
    expect(await row(page, 'Not Asked For').count()).toBe(0)
  })
})

test('a list for earlier filters is not shown when it is late; the event stream stays', async () => {
  await apply(harness.server, 'Contact', contact('Earlier Than All'))
  const page = await listening()
  await row(page, 'Earlier Than All').waitFor()
  let streams = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/applications/events')) streams += 1
  })
  const held = Promise.withResolvers<void>()
  const requested = Promise.withResolvers<void>()
  const isUnfiltered = (url: URL): boolean => url.pathname === '/api/applications' && !url.searchParams.has('q')
  await page.route(isUnfiltered, async (route) => {
    const response = await route.fetch()
    requested.resolve()
    await held.promise
    // The desk may have cancelled it.
    await route.fulfill({ response }).catch(() => undefined)
  })
  await apply(harness.server, 'Contact', contact('Late For The Search'))
  await requested.promise
  await page.getByLabel('Search').fill('tamarindo')
  await page.getByText('Try adjusting your filters to see more results.').waitFor()
  held.resolve()
  await apply(harness.server, 'Contact', contact('Tamarindo Works'))
  await row(page, 'Tamarindo Works').waitFor()
  expect(await list(page).getByRole('article').count()).toBe(1)
  expect(streams).toBe(0)
})

describe('a change in another window', () => {
  test('appears here: a decision, a note, a deletion', async () => {
    for (const name of ['Chitra Rao', 'Devi Nair']) await apply(harness.server, 'Contact', contact(name))
    const [here, there] = [await listening(), await listening()]
    await row(here, 'Chitra Rao').getByRole('button', { name: 'Chitra Rao', exact: true }).click()
    await here.getByLabel('Notes').waitFor()
    await row(there, 'Chitra Rao').getByRole('button', { name: 'Chitra Rao', exact: true }).click()
    await there.getByLabel('Notes').fill('Called them.')
    await there.getByLabel('Notes').blur()
    await expect.poll(() => here.getByLabel('Notes').inputValue()).toBe('Called them.')
    await row(there, 'Chitra Rao').getByRole('button', { name: 'Reject Chitra Rao', exact: true }).click()
    await row(here, 'Chitra Rao').getByText('Rejected').waitFor()
    await here.getByRole('region', { name: 'Chitra Rao' }).getByText('Status: Pending → Rejected').waitFor()
    await row(there, 'Devi Nair').getByRole('button', { name: 'Delete' }).click()
    await there.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await row(here, 'Devi Nair').waitFor({ state: 'detached' })
  })

  test('a deletion, and its undo, in the details on a phone', async () => {
    const id = await apply(harness.server, 'Contact', contact('Gone Soon'))
    const page = await harness.page(true, { width: 360, height: 740 })
    const heard = page.waitForResponse('**/api/applications/events')
    await page.goto(`/app/dashboard?details=${id}`)
    await heard
    const details = page.getByRole('dialog')
    await details.getByText('Gone Soon asks').waitFor()
    const { revision } = (await desk(id, 'DELETE')).body
    await details.getByText('This application was not found. It may have been deleted.').waitFor()
    expect(await details.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    expect((await desk(`${id}/undo`, 'POST', { revision })).status).toBe(200)
    await details.getByRole('button', { name: 'Approve' }).waitFor()
  })

  test('appears here after its event was missed', async () => {
    const names = ['Missed Asha', 'Missed Bala', 'Missed Chen', 'Missed Devi']
    const ids = await Promise.all(names.map((name) => apply(harness.server, 'Contact', contact(name))))
    const page = await harness.page(true)
    // Connects again and again, and reports nothing.
    const stream = { contentType: 'text/event-stream', body: 'retry: 200\n\n' }
    await page.route('**/api/applications/events', (route) => route.fulfill(stream))
    await page.goto('/app/dashboard?q=missed')
    await row(page, 'Missed Devi').waitFor()
    await desk(ids[0] ?? '', 'PATCH', { status: 'approved' })
    await desk(ids[1] ?? '', 'DELETE')
    await row(page, 'Missed Asha').getByText('Approved').waitFor()
    await row(page, 'Missed Bala').waitFor({ state: 'detached' })
    await page.getByText('3 applications found').waitFor()
    await apply(harness.server, 'Contact', contact('Missed Esha'))
    await row(page, 'Missed Esha').waitFor()
    await page.getByText('4 applications found').waitFor()
  })

  test('changes the state of a related application, and adds a new one', async () => {
    const first = await apply(harness.server, 'Contact', contact('Rela Ted'))
    await apply(harness.server, 'Contact', { ...contact('Rela Ted'), subject: 'Newer' })
    const page = await listening('/app/dashboard?q=rela')
    await row(page, 'Rela Ted').first().locator('h2 button').click()
    await page.getByText('Also from this person? 1').click()
    const related = page.locator('details').filter({ hasText: 'Also from this person?' }).getByRole('listitem')
    await related.getByText('Pending').waitFor()
    await desk(first, 'PATCH', { status: 'approved' })
    await related.getByText('Approved').waitFor()
    await apply(harness.server, 'Contact', { ...contact('Rela Ted'), subject: 'Newest' })
    await page.getByText('Also from this person? 2').waitFor()
  })

  test('leaves the application open that was the last of the list, with what is typed', async () => {
    const id = await apply(harness.server, 'Contact', contact('Very Last'))
    const page = await listening('/app/dashboard?q=very&status=pending')
    await row(page, 'Very Last').locator('h2 button').click()
    const pane = page.locator('[data-pane]')
    await pane.getByRole('button', { name: 'Correct the address' }).click()
    await pane.getByLabel('The right address').fill('typed@example.in')
    await desk(id, 'PATCH', { status: 'approved' })
    await page.getByText('No applications found').waitFor()
    await pane.getByText('Status: Pending → Approved').waitFor()
    expect(await pane.getByLabel('The right address').inputValue()).toBe('typed@example.in')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
  })

  test('a session that ends elsewhere closes the desk', async () => {
    const page = await listening()
    await harness.server.signOut()
    await page.waitForURL('**/app')
  })
})
