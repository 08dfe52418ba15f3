import { chromium, type Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inOrder } from '../../src/forms/form.ts'
import { day, minute, second } from '../../src/shared/dates.ts'
import { kolamOf } from '../../src/ui/kolam/application-kolam.ts'
import { kolam } from '../../src/ui/kolam/kolam.ts'
import { rows } from '../support/rows.ts'
import { launchOptions } from './chromium.ts'
import {
  alertOf,
  answersTo,
  awake,
  contact,
  failing,
  fill,
  hasFocus,
  input,
  intake,
  internship,
  openForm,
  passTime,
  profile,
  resume,
  someone,
  startSite,
  submitButton,
  successOf,
} from './drive.ts'

const { visit, visitFilled, visitIn, stored, server } = startSite()

test('a draft survives a reload, its file too', async () => {
  const { page, answers } = await visitFilled(internship)
  await page.getByText('Saved on this device just now').waitFor()
  await page.reload()
  await awake(page)
  await page.getByText(/^Saved on this device/).waitFor()
  for (const [name, field] of inOrder(internship))
    if (field.kind !== 'file') expect(await input(page, name).inputValue(), name).toBe(answers[name])
  expect(await input(page, 'resume').evaluate((field: HTMLInputElement) => field.files?.[0]?.name)).toBe('my resume.pdf')
  await submitButton(page).click()
  await successOf(page, internship).waitFor()
  // Then it is deleted.
  await page.reload()
  await awake(page)
  await page.getByText('Your answers are saved on this device as you type.').waitFor()
  expect(await input(page, 'firstName').inputValue()).toBe('')
})

/** The line of the kolam next to the form, and the drawn share of it, 0 to 1. */
const kolamBeside = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Parts of this form' })
    .locator('path:not(:last-child)')
    .evaluateAll(([line]) => ({ path: line?.getAttribute('d'), share: 1.3 - Number(line?.getAttribute('stroke-dashoffset')) }))

test('the kolam of a draft grows with its answers, and is that of its application', async () => {
  const { page } = await visit()
  const email = someone()
  await openForm(page, contact)
  expect((await kolamBeside(page)).path).toBeUndefined()
  await input(page, 'name').fill('Asha')
  // The first answer loads what draws the line.
  await expect.poll(async () => (await kolamBeside(page)).path).toBeDefined()
  const begun = await kolamBeside(page)
  expect([begun.share > 0, begun.share < 0.5]).toEqual([true, true])
  await page.getByText(/^Saved on this device/).waitFor()
  await page.reload()
  await awake(page)
  await page.getByText(/^Saved on this device/).waitFor()
  await expect.poll(() => kolamBeside(page)).toEqual(begun)
  await fill(page, contact, answersTo(contact, email))
  const filled = await kolamBeside(page)
  expect([filled.path, filled.share > begun.share, filled.share < 1]).toEqual([begun.path, true, true])
  // Also when the answers change between two attempts.
  await failing(page, (route) => route.fulfill({ status: 503, body: '' }))
  await submitButton(page).click()
  await passTime(page, 1000, () => alertOf(page).isVisible())
  await page.unroute(intake)
  await input(page, 'message').fill('Another message')
  await submitButton(page).click()
  await page.locator('[data-sent] svg').first().waitFor()
  const line = page.locator('[data-sent] path').first()
  expect([await line.getAttribute('d'), await line.getAttribute('stroke-dasharray')]).toEqual([begun.path, null])
  const { seed, size, shape } = kolamOf('Contact', (await stored(email))[0]?.id ?? '')
  expect(kolam(seed, size, shape).path).toBe(begun.path)
})

test('shows the time of the last save', async () => {
  const { page } = await visit()
  await page.clock.install()
  await openForm(page, contact)
  await input(page, 'name').fill('Asha')
  await page.clock.runFor(1000)
  await page.getByText('Saved on this device just now · Clear').waitFor()
  await page.clock.runFor(2 * minute + 1000)
  await page.getByText('Saved on this device 2 min ago · Clear').waitFor()
})

test('survives a wrong link also before the storage of the device has opened', async () => {
  const { page } = await visit()
  await page.addInitScript(() => {
    if (sessionStorage.getItem('opened') !== null) return
    sessionStorage.setItem('opened', '')
    const open = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (...named) {
      return Object.defineProperty(open.apply(this, named), 'onsuccess', { set() {} })
    }
  })
  await openForm(page, contact)
  await input(page, 'message').fill('Typed too early, and not sent')
  await page.getByRole('link', { name: 'Portfolio' }).first().click()
  await page.waitForURL('**/portfolio')
  await openForm(page, contact)
  await page.getByText(/^Saved on this device/).waitFor()
  expect(await input(page, 'message').inputValue()).toBe('Typed too early, and not sent')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('survives a wrong link also while a save is on its way', async () => {
  const { page } = await visit()
  await page.addInitScript(() => {
    const get = IDBObjectStore.prototype.get
    const held = { on: false, times: 0 }
    Object.assign(window, { held })
    IDBObjectStore.prototype.get = function (key) {
      if (!held.on) return get.call(this, key)
      held.times += 1
      return Object.defineProperty(get.call(this, key), 'onsuccess', { set() {} })
    }
  })
  await openForm(page, contact)
  const held = (on: boolean) =>
    page.evaluate((hold) => {
      const state = (window as unknown as { held: { on: boolean; times: number } }).held
      state.on = hold
      return state.times
    }, on)
  await held(true)
  await input(page, 'message').fill('Typed, and being saved')
  await expect.poll(() => held(true)).toBe(1)
  await page.getByRole('link', { name: 'Portfolio' }).first().click()
  await page.waitForURL('**/portfolio')
  await openForm(page, contact)
  await page.getByText(/^Saved on this device/).waitFor()
  expect(await input(page, 'message').inputValue()).toBe('Typed, and being saved')
})

/** Lets IndexedDB lose the writes of a left page. */
const losingLateWrites = (page: Page) =>
  page.addInitScript(() => {
    const begin = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (...scope) {
      const transaction = begin.apply(this, scope)
      if (document.visibilityState === 'hidden') transaction.abort()
      return transaction
    }
  })

test('a draft survives a wrong link when IndexedDB loses the writes of a left page', async () => {
  const { page } = await visit()
  await losingLateWrites(page)
  await openForm(page, contact)
  await input(page, 'message').fill('Typed, and not written')
  await page.getByRole('link', { name: 'Portfolio' }).first().click()
  await page.waitForURL('**/portfolio')
  await openForm(page, contact)
  await page.getByText(/^Saved on this device/).waitFor()
  expect(await input(page, 'message').inputValue()).toBe('Typed, and not written')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

/** The length of the message in the stored draft of the contact form. */
const savedLength = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const wait = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await wait(indexedDB.open('kolam-forms', 1))
    const draft = await wait(database.transaction('drafts').objectStore('drafts').get('Contact'))
    database.close()
    return String(draft?.answers.message ?? '').length
  })

test('what was typed while a save was being confirmed survives a wrong link', async () => {
  const { page } = await visit()
  await openForm(page, contact)
  await page.evaluate(() => Object.defineProperty(IDBTransaction.prototype, 'oncomplete', { set() {} }))
  await input(page, 'message').fill('Saved')
  await expect.poll(() => savedLength(page)).toBe('Saved'.length)
  await input(page, 'message').fill('Saved, then changed')
  await page.getByRole('link', { name: 'Portfolio' }).first().click()
  await page.waitForURL('**/portfolio')
  // Chromium may tell a page that it is left after the next one has loaded.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('Contact/left'))).not.toBeNull()
  await openForm(page, contact)
  await page.getByText(/^Saved on this device/).waitFor()
  expect(await input(page, 'message').inputValue()).toBe('Saved, then changed')
})

test('is saved during typing, and survives a kill of the browser', async () => {
  const { folder, remove } = await profile()
  const open = () => chromium.launchPersistentContext(folder, { ...launchOptions, baseURL: server().url })
  const first = await open()
  const page = await first.newPage()
  await openForm(page, contact)
  // Without a pause, until a part of it is saved.
  const typed = 'Typed without a pause, not sent. '.repeat(12)
  let typing = true
  const typist = input(page, 'message')
    .pressSequentially(typed, { delay: 90 })
    .catch(() => undefined)
    .finally(() => (typing = false))
  await expect.poll(() => savedLength(page)).toBeGreaterThan(10)
  expect(typing).toBe(true)
  const cdp = await first.newCDPSession(page)
  const { processInfo } = (await (await first.browser()?.newBrowserCDPSession())?.send('SystemInfo.getProcessInfo')) ?? {
    processInfo: [],
  }
  await cdp.detach()
  const main = processInfo.find(({ type }) => type === 'browser')
  if (main === undefined) throw new Error('no process to kill')
  const closed = new Promise((resolve) => first.once('close', resolve))
  process.kill(main.id, 'SIGKILL')
  await Promise.all([closed, typist])
  const second = await open()
  const again = await second.newPage()
  await openForm(again, contact)
  await again.getByText(/^Saved on this device/).waitFor()
  // Only the last typed characters may be lost.
  const restored = () => input(again, 'message').inputValue()
  await expect.poll(async () => (await restored()).length).toBeGreaterThan(10)
  expect(typed.startsWith(await restored())).toBe(true)
  await second.close()
  await remove()
})

test('Clear empties the form, deletes the draft, and can be undone', async () => {
  const { page } = await visit()
  await openForm(page, contact)
  await input(page, 'name').fill('Asha')
  await page.getByRole('button', { name: 'Clear' }).focus()
  await page.keyboard.press('Enter')
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  expect(await input(page, 'name').inputValue()).toBe('')
  // The focus stays before the button that replaced the pressed one.
  await page.keyboard.press('Tab')
  expect(await hasFocus(undo)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText(/^Saved on this device/).waitFor()
  expect(await input(page, 'name').inputValue()).toBe('Asha')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Saved on this device .* · Clear$/)
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.reload()
  await awake(page)
  await page.getByText('Your answers are saved on this device as you type.').waitFor()
  expect(await input(page, 'name').inputValue()).toBe('')
})

test('a draft is there after 29 days, and not after 31', async () => {
  const { page, context } = await visit()
  await openForm(page, contact)
  await input(page, 'name').fill('Asha')
  await page.getByText(/^Saved on this device/).waitFor()
  await page.close()
  for (const [days, status, held] of [
    [29, 'Saved on this device 29 days ago', 'Asha'],
    [31, 'Your answers are saved on this device', ''],
  ] as const) {
    const later = await context.newPage()
    await later.clock.install({ time: Date.now() + days * day })
    await openForm(later, contact)
    await later.getByText(status).waitFor()
    expect(await input(later, 'name').inputValue()).toBe(held)
    await later.close()
  }
})

const choices = [
  ['Use those', 'First tab'],
  ['Keep these', 'Second tab'],
] as const
// Keep these: below, with a file.
test.each(rows(choices, choices.slice(0, 1)))(
  'two tabs do not overwrite each other without a message: %s',
  async (choice, winner) => {
    const { page: first, context } = await visit()
    const second = await context.newPage()
    await openForm(first, contact)
    await openForm(second, contact)
    await input(first, 'name').fill('First tab')
    await first.getByText(/^Saved on this device/).waitFor()
    await input(second, 'name').fill('Second tab')
    await second.getByText('This form is also open in another tab, with other answers.').waitFor()
    await second.getByRole('button', { name: choice }).click()
    await second.getByText(/^Saved on this device/).waitFor()
    expect(await input(second, 'name').inputValue()).toBe(winner)
    const third = await context.newPage()
    await openForm(third, contact)
    await third.getByText(/^Saved on this device/).waitFor()
    expect(await input(third, 'name').inputValue()).toBe(winner)
  },
)

// The clock goes on by itself. It does not run ahead while the storage is at work, because that would use up the time that the storage has to respond.
test('a restored draft says when it was written, also if the browser refills it', async () => {
  const { page } = await visit()
  await page.clock.install({ time: new Date('2026-03-02T10:00:00Z') })
  await openForm(page, contact)
  await input(page, 'message').fill('Written at ten')
  await page.getByText('Saved on this device just now').waitFor()
  const hours = async (): Promise<void> => {
    await awake(page)
    await page.getByText('Saved on this device 3 h ago').waitFor()
    // The script saves what it finds in the form. To read the stored draft waits for that.
    await page.clock.runFor(0.6 * second)
    expect(await savedLength(page)).toBe('Written at ten'.length)
    await page.getByText('Saved on this device 3 h ago').waitFor()
    expect(await input(page, 'message').inputValue()).toBe('Written at ten')
  }
  await page.goto('/portfolio')
  await page.clock.setSystemTime(new Date('2026-03-02T13:30:00Z'))
  await page.goto(contact.path)
  await hours()
  await page.reload()
  await hours()
  await page.goto('/portfolio')
  await page.goBack()
  await hours()
})

test('a draft keeps its time when a page that did not change it is left early', async () => {
  const { page } = await visit()
  await losingLateWrites(page)
  await page.clock.install({ time: new Date('2026-03-02T10:00:00Z') })
  await openForm(page, contact)
  await input(page, 'message').fill('Written at ten')
  await page.getByText('Saved on this device just now').waitFor()
  await page.clock.setSystemTime(new Date('2026-03-02T13:30:00Z'))
  await input(page, 'message').fill('Written at')
  await input(page, 'message').fill('Written at ten')
  await page.goto('/portfolio')
  await openForm(page, contact)
  await page.getByText('Saved on this device 3 h ago').waitFor()
})

/** The keys of the files that the forms store on the device. */
const storedFiles = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('kolam-forms', 1)
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const keys = request.result.transaction('files').objectStore('files').getAllKeys()
          keys.onerror = () => reject(keys.error)
          keys.onsuccess = () => {
            request.result.close()
            resolve(keys.result.map(String))
          }
        }
      }),
  )

test('a file still being read when its form is sent does not stay on the device', async () => {
  const { page } = await visit()
  await page.addInitScript(() => {
    const read = File.prototype.arrayBuffer
    const { promise, resolve } = Promise.withResolvers<void>()
    Object.assign(window, { goOn: resolve })
    File.prototype.arrayBuffer = function () {
      return promise.then(() => read.call(this))
    }
  })
  await openForm(page, internship)
  await fill(page, internship, answersTo(internship, someone()))
  await submitButton(page).click()
  await successOf(page, internship).waitFor()
  await page.evaluate(async () => {
    Reflect.get(window, 'goOn')()
    // The copy is read in a task, and stored in another.
    await new File(['x'], 'x').arrayBuffer()
    await new Promise((resolve) => requestAnimationFrame(resolve))
  })
  expect(await storedFiles(page)).toEqual([])
  await page.context().close()
})

test('Keep these keeps the file of this tab too', async () => {
  const { page, context } = await visit()
  const { page: other } = await visitIn(context)
  for (const [tab, name] of [
    [page, 'one'],
    [other, 'two'],
  ] as const) {
    await openForm(tab, internship)
    await input(tab, 'firstName').fill(name)
    await input(tab, 'resume').setInputFiles({ ...resume, name: `${name}.pdf` })
    await tab.getByText(`${name}.pdf`).first().waitFor()
    await tab.getByText(/^Saved on this device/).waitFor()
  }
  await input(page, 'firstName').fill('one again')
  await page.getByRole('button', { name: 'Keep these' }).click()
  await page.getByText(/^Saved on this device/).waitFor()
  await expect
    .poll(async () => {
      await page.reload()
      await awake(page)
      await page.getByText(/^Saved on this device/).waitFor()
      return page.evaluate(() => {
        const chosen = document.querySelector<HTMLInputElement>('input[name=resume]')?.files?.[0]?.name
        return [document.querySelector<HTMLInputElement>('input[name=firstName]')?.value, chosen]
      })
    })
    .toEqual(['one again', 'one.pdf'])
  await context.close()
})

test('a tab whose draft another tab sent says so, and saves it again, its file too', async () => {
  const { page, context } = await visitFilled(internship)
  await page.getByText('Saved on this device just now').waitFor()
  const { page: other } = await visitIn(context)
  await openForm(other, internship)
  await other.getByText(/^Saved on this device/).waitFor()
  await submitButton(page).click()
  await successOf(page, internship).waitFor()
  // Going to the other tab.
  await other.evaluate(() => dispatchEvent(new Event('focus')))
  await other.getByText('Another tab sent or cleared this form.').waitFor()
  expect(await other.getByText(/^Saved on this device/).count()).toBe(0)
  await other.getByRole('button', { name: 'Save them' }).click()
  await other.getByText(/^Saved on this device/).waitFor()
  const email = await input(other, 'email').inputValue()
  await other.reload()
  await awake(other)
  await other.getByText(/^Saved on this device/).waitFor()
  expect(await input(other, 'email').inputValue()).toBe(email)
  expect(await input(other, 'resume').evaluate((field: HTMLInputElement) => field.files?.[0]?.name)).toBe('my resume.pdf')
  await context.close()
})
