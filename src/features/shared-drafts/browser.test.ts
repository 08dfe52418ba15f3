import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  accelerator,
  answersTo,
  awake,
  axeFaults,
  contact,
  fill,
  hasFocus,
  input,
  internship,
  openForm,
  someone,
  startSite,
  submitButton,
  successOf,
} from '../../../tests/browser/drive.ts'
import { runProgram } from '../../../tests/support/program.ts'
import { reference } from '../../shared/ids.ts'

const { visit, server, stored } = startSite({ DATABASE_URL: '' })

const canary = 'zqcanaryzq'
const shareButton = (page: Page) => page.getByRole('button', { name: 'Continue on another device' })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Continue on another device' })
const upToDate = (page: Page) => page.getByText('Shared by link · up to date').waitFor()

/** Presses a button by keyboard, with Tab from the last field. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name })
  await button.focus()
  expect(await hasFocus(button)).toBe(true)
  await page.keyboard.press('Enter')
}

/** Resolves when the server has accepted a save of this page. */
const saved = (page: Page) => page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())

/** Makes a page read its shared draft now, as it does every ten seconds. */
const refresh = (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('online')))

/** The link in the dialog. Closes the dialog with Escape. */
async function linkIn(page: Page): Promise<string> {
  const link = await dialogOf(page).getByText('#draft=').textContent()
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'detached' })
  return link ?? ''
}

/** Shares the draft of the form. Returns its link. */
async function share(page: Page): Promise<string> {
  await press(page, 'Continue on another device')
  await dialogOf(page).getByRole('img', { name: 'QR code of the link to this draft' }).waitFor()
  return linkIn(page)
}

/** Records all requests of a page: addresses, headers and bodies. */
function recordRequests(page: Page): () => string {
  const sent: string[] = []
  page.on('request', (request: Request) => {
    sent.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? '')
  })
  return () => sent.join('\n')
}

/** The files in folders that contain one of these texts, in either encoding. */
const filesWith = (folders: readonly string[], texts: readonly string[]): readonly string[] =>
  folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => {
      const content = readFileSync(file)
      return texts.some(
        (text) => content.includes(text) || content.includes(Buffer.from(text).toString('base64url').slice(0, -1)),
      )
    })

test('more than 64 KB are shared, also while the page is hidden', async () => {
  const { page } = await visit()
  await openForm(page, accelerator)
  const long = 'வணக்கம் '.repeat(1000)
  for (const name of ['problemSolution', 'targetMarket', 'competition']) await input(page, name).fill(long)
  await share(page)
  await upToDate(page)
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }))
  const shared = page.waitForResponse((response) => response.request().method() === 'PUT')
  await input(page, 'targetMarket').fill(`${long}!`)
  const response = await shared
  expect([response.ok(), (response.request().postData() ?? '').length > 64 * 1024]).toEqual([true, true])
  await upToDate(page)
})

test('two devices share a draft that the server cannot read, and lose nothing offline', async () => {
  const backups = mkdtempSync(path.join(os.tmpdir(), 'kolam-shared-'))
  const first = (await visit()).page
  const sentByFirst = recordRequests(first)
  await openForm(first, internship)
  expect(await shareButton(first).isVisible()).toBe(false)
  await input(first, 'firstName').fill(canary)
  await input(first, 'motivation').fill(`${canary}\nவணக்கம் 🌾`)
  const link = await share(first)
  expect(await hasFocus(first.getByRole('button', { name: 'Show the link' }))).toBe(true)
  const [, secret = ''] = link.split('#draft=')
  expect(secret).toMatch(/^[\w-]{43}$/)

  const { page: second, context } = await visit({ viewport: { width: 320, height: 700 }, colorScheme: 'dark' })
  const sentBySecond = recordRequests(second)
  await second.goto(link)
  await upToDate(second)
  expect(await input(second, 'motivation').inputValue()).toBe(`${canary}\nவணக்கம் 🌾`)
  expect(second.url()).toBe(`${server().url}${internship.path}`)
  expect(await second.getByText('Files aren’t shared by the link.').isVisible()).toBe(true)

  await context.setOffline(true)
  await input(second, 'firstName').fill(`${canary} on the train`)
  await input(second, 'lastName').fill(`${canary} alone`)
  // It is not left meanwhile: Chromium sends what a page sends at its end although it is offline.
  await second.getByText('Shared by link · offline').waitFor()
  await input(first, 'firstName').fill(`${canary} at the desk`)
  await saved(first)
  await context.setOffline(false)
  await second.goto(internship.path)
  await awake(second)
  const other = second.getByRole('region', { name: 'First name: another answer' })
  await other.getByText(`${canary} at the desk`).waitFor()
  expect(await input(second, 'firstName').inputValue()).toBe(`${canary} on the train`)
  expect(await axeFaults(second)).toEqual([])
  expect(await second.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await second.getByText('changes stay on this device until you choose an answer').waitFor()
  await Promise.all([saved(second), press(second, 'Use this answer')])
  await other.waitFor({ state: 'detached' })
  expect(await hasFocus(input(second, 'firstName'))).toBe(true)
  await refresh(first)
  await expect.poll(() => input(first, 'lastName').inputValue()).toBe(`${canary} alone`)
  expect(await input(first, 'firstName').inputValue()).toBe(`${canary} at the desk`)

  // Both edit one question again, and this time the text that was typed here stays.
  await Promise.all([saved(first), input(first, 'motivation').fill(`${canary} one`)])
  await input(second, 'motivation').fill(`${canary} two`)
  const again = second.getByRole('region', { name: /another answer$/ })
  await again.getByText(`${canary} one`).waitFor()
  await Promise.all([saved(second), press(second, 'Keep mine')])
  await again.waitFor({ state: 'detached' })
  await refresh(first)
  await expect.poll(() => input(first, 'motivation').inputValue()).toBe(`${canary} two`)

  await press(second, 'Show the link')
  await dialogOf(second).getByRole('link', { name: 'Email it to myself' }).waitFor()
  expect(await axeFaults(second)).toEqual([])
  expect(await second.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const mail = (await dialogOf(second).getByRole('link', { name: 'Email it to myself' }).getAttribute('href')) ?? ''
  expect(decodeURIComponent(mail)).toContain(link)
  const reminder = decodeURIComponent(
    (await dialogOf(second).getByRole('link', { name: 'Add a reminder' }).getAttribute('href')) ?? '',
  )
  expect(reminder).toContain('BEGIN:VEVENT')
  expect(reminder).not.toContain(secret)
  expect(await linkIn(second)).toBe(link)

  const backup = await runProgram('backup', [`${backups}/`], { DATA_DIR: server().dataDir, DATABASE_URL: '' })
  expect([backup.code, backup.errors]).toEqual([0, ''])
  expect(filesWith([server().dataDir, backups], [canary, secret])).toEqual([])
  const [file = ''] = readdirSync(backups).filter((name) => name.endsWith('.sqlite'))
  const copy = new DatabaseSync(path.join(backups, file), { readOnly: true })
  expect(copy.prepare('select count(*) as n from shared_drafts').get()).toEqual({ n: 0 })
  copy.close()
  for (const text of [canary, secret])
    for (const seen of [server().output(), sentByFirst(), sentBySecond()]) expect(seen).not.toContain(text)
  rmSync(backups, { recursive: true, force: true })
})

test('two tabs of one browser share a draft without a conflict', async () => {
  const first = (await visit()).page
  await openForm(first, contact)
  await input(first, 'name').fill('Asha')
  const link = await share(first)
  const second = await first.context().newPage()
  await second.goto(link)
  await upToDate(second)
  /** Types on one page, and expects it on the other. */
  const type = async (from: Page, to: Page, name: string, text: string): Promise<void> => {
    await Promise.all([saved(from), input(from, name).fill(text)])
    await refresh(to)
    await expect.poll(() => input(to, name).inputValue()).toBe(text)
    await to.getByText('Saved on this device').waitFor()
  }
  await type(second, first, 'subject', 'From the second tab')
  await type(first, second, 'message', 'From the first tab')
  await type(second, first, 'name', 'Asha, from the second tab')
  for (const page of [first, second])
    expect(await page.getByText('This form is also open in another tab').isVisible()).toBe(false)
})

test('a form that was sent ends its draft on every device', async () => {
  const first = (await visit()).page
  const email = someone()
  await openForm(first, contact)
  await fill(first, contact, answersTo(contact, email))
  const link = await share(first)
  const second = (await visit()).page
  await second.goto(link)
  await upToDate(second)
  await Promise.all([saved(first), submitButton(first).click()])
  await successOf(first, contact).waitFor()
  await refresh(second)
  const id = (await stored(email))[0]?.id ?? ''
  await second.getByText(`, reference ${reference(id)}. What’s here is a copy`).waitFor()
  expect(await input(second, 'email').inputValue()).toBe(email)
  await second.reload()
  await awake(second)
  await shareButton(second).waitFor()

  const third = (await visit()).page
  await third.goto(link)
  await third.getByText('This form was sent from another device').waitFor()
  for (const page of [first, second, third]) await page.context().close()
})

test('a bad link shows the reason, and stopping a link ends it for everyone', async () => {
  const { page } = await visit()
  await page.goto(`${contact.path}#draft=cut-off`)
  await page.getByText('This link isn’t complete.').waitFor()
  expect(page.url()).not.toContain('#')
  // in the open page
  await page.goto(`${contact.path}#draft=${'a'.repeat(43)}`)
  await page.getByText('There’s no shared draft under this link').waitFor()
  await input(page, 'name').fill('Asha')
  await page.context().setOffline(true)
  await press(page, 'Make a new link')
  await dialogOf(page).getByText('We couldn’t be reached, so there’s no link yet.').waitFor()
  const full = { success: false, code: 'TOO_MANY_REQUESTS', error: 'There is no space for this draft on our side now.' }
  await page.route('**/api/shared-draft', (route) => route.fulfill({ status: 503, json: full }), { times: 1 })
  await page.context().setOffline(false)
  await dialogOf(page).getByText(full.error).waitFor()
  await refresh(page)
  await dialogOf(page).getByRole('img').waitFor()
  const link = await linkIn(page)

  const other = (await visit()).page
  await other.goto(link.replace(contact.path, internship.path))
  await other.getByText('This link belongs to another form.').waitFor()
  await other.goto(link)
  await upToDate(other)
  await press(other, 'Show the link')
  await press(other, 'Stop sharing')
  await press(other, 'Stop for everyone')
  await shareButton(other).waitFor()
  await refresh(page)
  await page.getByText('There’s no shared draft under this link').waitFor()
  expect([await input(page, 'name').inputValue(), await input(other, 'name').inputValue()]).toEqual(['Asha', 'Asha'])

  await other.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  await other.reload()
  await awake(other)
  await other.getByText(/^Saved on this device/).waitFor()
  expect(await shareButton(other).isVisible()).toBe(false)
})

test('a server cannot return an earlier draft in place of a later one', async () => {
  const { page } = await visit()
  const saves: { id: string; sealed: string }[] = []
  page.on('request', (request) => request.method() === 'PUT' && saves.push(request.postDataJSON()))
  await openForm(page, contact)
  await input(page, 'name').fill('Asha')
  const link = await share(page)
  await Promise.all([saved(page), input(page, 'name').fill('Asha Menon')])
  const body = JSON.stringify({ ...saves[0], revision: 2 })
  const headers = { 'content-type': 'application/json' }
  const replayed = await fetch(`${server().url}/api/shared-draft`, { method: 'PUT', headers, body })
  expect([saves.length, replayed.status]).toEqual([2, 200])
  const other = (await visit()).page
  await other.goto(link)
  await refresh(page)
  for (const each of [page, other]) await each.getByText('There’s no shared draft under this link any more').waitFor()
  expect([await input(page, 'name').inputValue(), await input(other, 'name').inputValue()]).toEqual(['Asha Menon', ''])
})
