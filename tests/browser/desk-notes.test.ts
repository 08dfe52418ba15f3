import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apply, refused, startDesk, studio } from './desk-harness.ts'

const harness = startDesk()
let people = 0
/** Opens a new application in a window. Returns the page with its name and id. */
async function reading(session: true | string = true) {
  people += 1
  const name = `Asha ${people}`
  const id = await apply(harness.server, 'StartupStudio', studio(name, `Company ${people}`))
  return { id, name, page: await open(id, session) }
}
async function open(id: string, session: true | string = true): Promise<Page> {
  const page = await harness.page(session)
  await page.goto(`/app/dashboard?details=${id}`)
  await loaded(page)
  return page
}
/** Waits until the page has the revision, with which it saves. */
const loaded = (page: Page) => page.getByRole('dialog').getByText('Submitted', { exact: true }).waitFor()
const notes = (page: Page) => page.getByRole('dialog').getByLabel('Notes', { exact: true })
/** Types notes and leaves the field, which saves them. */
async function write(page: Page, text: string): Promise<void> {
  await notes(page).fill(text)
  await notes(page).blur()
}
const shows = (page: Page, words: string | RegExp) => page.getByRole('dialog').getByText(words, { exact: true }).waitFor()

const stored = async (id: string): Promise<string> =>
  (await harness.server.call(`/api/applications/${id}`)).body.application.notes

const lineIsDown = [/net::ERR_/, ...refused]

test('notes are saved by button or Ctrl+Enter; what is typed survives a reload', async () => {
  const { id, page } = await reading()
  await notes(page).fill('By the button.')
  await shows(page, 'Not saved yet')
  await page.getByRole('button', { name: 'Save notes' }).click()
  await shows(page, 'Saved')
  expect(await stored(id)).toBe('By the button.')
  await notes(page).fill('By the keys.')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => stored(id)).toBe('By the keys.')
  // Without any of the events that save.
  await page.evaluate(() => {
    const send = window.fetch
    window.fetch = (url, init) => (init?.method === 'PATCH' ? new Promise(() => undefined) : send(url, init))
  })
  await notes(page).fill('Typed only.')
  await page.reload()
  await expect.poll(() => notes(page).inputValue()).toBe('Typed only.')
  await expect.poll(() => stored(id)).toBe('Typed only.')
})

test('a note that could not be saved is saved when the server is back', async () => {
  const { id, page } = await reading()
  await harness.server.stop('SIGKILL')
  await write(page, 'Written into the dark.')
  await shows(page, 'Not saved. Kept in this tab; saved when the server answers.')
  await page.getByText(/^Offline since \d\d:\d\d, trying again\.$/).waitFor()
  const opened = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await opened
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await harness.server.start()
  await shows(page, 'Saved')
  await page.getByText(/^Offline since/).waitFor({ state: 'detached' })
  expect(await stored(id)).toBe('Written into the dark.')
  harness.provoke(...lineIsDown)
})

test('an unreachable server shows one line; Refresh adds no toasts', async () => {
  const { page } = await reading()
  await page.keyboard.press('Escape')
  const toasts = page.locator('[data-toasts] [data-kind=failure]')
  await page.route('**/api/**', (route) => route.abort())
  await page.route('**/readyz', (route) => route.abort())
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await refresh.click()
  await page.getByText(/^Offline since/).waitFor()
  await expect.poll(() => toasts.count()).toBe(1)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/applications?'))
  await refresh.click()
  await failed
  expect(await toasts.count()).toBe(1)
  await page.unroute('**/api/**')
  await page.unroute('**/readyz')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByText(/^Offline since/).waitFor({ state: 'detached' })
  harness.provoke(...lineIsDown)
})

test('the second of two windows gets a conflict, and neither text is lost', async () => {
  const { id, page } = await reading()
  const other = await open(id)
  // This window gets no events of the other one.
  await other.context().setOffline(true)
  await write(other, 'From the second window.')
  await shows(other, 'Not saved. Kept in this tab; saved when the server answers.')
  await write(page, 'From the first window.')
  await shows(page, 'Saved')
  await other.context().setOffline(false)
  await shows(other, /^Not saved: changed in another window/)
  await other.getByRole('region', { name: 'Notes of the other window' }).getByText('From the first window.').waitFor()
  expect([await notes(other).inputValue(), await stored(id)]).toEqual(['From the second window.', 'From the first window.'])
  await other.getByRole('button', { name: 'Join both' }).click()
  await shows(other, 'Saved')
  const both = 'From the first window.\n\nFrom the second window.'
  expect([await notes(other).inputValue(), await stored(id)]).toEqual([both, both])
  await expect.poll(() => notes(page).inputValue()).toBe(both)
  harness.provoke(...lineIsDown, /409/)
})

test('a note that reads like a status survives a decision of another window', async () => {
  const { id, page } = await reading()
  const other = await open(id)
  await other.context().setOffline(true)
  await write(other, 'approved')
  await shows(other, 'Not saved. Kept in this tab; saved when the server answers.')
  await write(page, 'Strong team.')
  await shows(page, 'Saved')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('Application approved successfully').waitFor()
  await other.context().setOffline(false)
  await shows(other, /^Not saved: changed in another window/)
  expect([await notes(other).inputValue(), await stored(id)]).toEqual(['approved', 'Strong team.'])
  harness.provoke(...lineIsDown, /409/)
})

test('more than 64 KB that a page could not send when left are saved at the next', async () => {
  const { id, page } = await reading()
  const long = 'நீளமான குறிப்பு '.repeat(3000).trim()
  expect(new Blob([long]).size).toBeGreaterThan(64 * 1024)
  // In the page, because an intercepted request can still be sent when its page closes.
  await page.evaluate(() => {
    const send = window.fetch
    window.fetch = (url, init) => (init?.method === 'PATCH' ? new Promise(() => undefined) : send(url, init))
  })
  await write(page, long)
  await page.goto('about:blank')
  expect(await stored(id)).toBe('')
  await page.goto('/app/dashboard')
  await page.getByText('Notes saved').waitFor()
  expect(await stored(id)).toBe(long)
  expect(await page.evaluate(() => sessionStorage.desk_unsaved_notes)).toBe(undefined)
})

test('a note is saved even when its window is closed at once', async () => {
  const { id, page } = await reading()
  await notes(page).fill('The last word.')
  await page.close()
  await expect.poll(() => stored(id)).toBe('The last word.')
})

test('a note that is left before its application is loaded is saved then', async () => {
  const id = await apply(harness.server, 'StartupStudio', studio('Latha Slow', 'Slow Company'))
  const page = await harness.open('/app/dashboard?q=slow')
  const held = Promise.withResolvers<void>()
  await page.route(`**/api/applications/${id}`, async (route) => {
    if (route.request().method() === 'GET') await held.promise
    await route.continue()
  })
  await page.getByRole('article').getByRole('button', { name: 'Latha Slow', exact: true }).click()
  await page.getByLabel('Notes', { exact: true }).fill('Before it was there.')
  await page.getByLabel('Notes', { exact: true }).blur()
  await page.getByText('Not saved yet', { exact: true }).waitFor()
  held.resolve()
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await stored(id)).toBe('Before it was there.')
})

test('notes that are too long are refused with a message, and stay in the field', async () => {
  const { page } = await reading()
  const long = 'x'.repeat(50_001)
  await write(page, long)
  await shows(page, 'Not saved. Notes can have 50,000 characters at most')
  expect(await notes(page).inputValue()).toBe(long)
  await write(page, 'short')
  await shows(page, 'Saved')
  harness.provoke(/Failed to load resource.*400/, /saving notes failed/)
})

test('logging out waits until the notes are saved', async () => {
  const { id, page } = await reading(await harness.server.signIn())
  await page.keyboard.press('Escape')
  await page.goto(`/app/dashboard?details=${id}`)
  await loaded(page)
  await write(page, 'Before I go.')
  await page.evaluate(() =>
    [...document.querySelectorAll('button')].find((button) => button.textContent?.trim() === 'Logout')?.click(),
  )
  await page.waitForURL('**/app')
  expect(await stored(id)).toBe('Before I go.')
  harness.provoke(/Failed to load resource.*401/)
})
