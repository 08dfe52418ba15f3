import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Form } from '../../src/forms/form.ts'
import { inOrder } from '../../src/forms/form.ts'
import { day, second } from '../../src/shared/dates.ts'
import { rows } from '../support/rows.ts'
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
  investor,
  openForm,
  passTime,
  someone,
  startSite,
  submitButton,
  successOf,
} from './drive.ts'

const { visit, stored } = startSite()

/** A context in which `email` sent `form` without a connection at `time`. Its page is closed. */
async function queued(
  form: Form,
  email: string,
  time = Date.now(),
): Promise<{ context: BrowserContext; answers: ReturnType<typeof answersTo> }> {
  const { page, context } = await visit()
  const answers = answersTo(form, email)
  await page.clock.install({ time })
  await page.route(intake, (route) => route.abort())
  await openForm(page, form)
  await fill(page, form, answers)
  await submitButton(page).click()
  await passTime(page, second / 4, () => successOf(page, form).isVisible())
  await page.close()
  return { context, answers }
}

/** Sends the investors' form of `page` once for each address, without a connection. */
async function queueInvestors(page: Page, emails: readonly string[]): Promise<void> {
  await openForm(page, investor)
  for (const email of emails) {
    await fill(page, investor, answersTo(investor, email))
    await submitButton(page).click()
    await passTime(page, second / 4, () => successOf(page, investor).isVisible())
    await page.getByRole('button', { name: investor.texts.again }).click()
    await awake(page)
  }
}

/** The same device, later. */
async function later(context: BrowserContext, form: Form, ms: number): Promise<Page> {
  const page = await context.newPage()
  await page.clock.install({ time: Date.now() + ms })
  await openForm(page, form)
  return page
}

const region = (page: Page) => page.getByRole('region', { name: 'Waiting on this device' })
const putBack = (page: Page) => page.getByRole('button', { name: 'Put it back in the form' })
const fileIn = (page: Page) => input(page, 'resume').evaluate((field: HTMLInputElement) => field.files?.[0]?.name)

describe('a queued submission on the device', () => {
  const clocks = [
    ['stood at 1970', 1],
    ['was five years slow', Date.now() - 5 * 365 * day],
    ['was a year fast', Date.now() + 365 * day],
  ] as const
  test.each(rows(clocks, [clocks[0], clocks[2]]))('is delivered even if the clock %s when it was sent', async (_, time) => {
    const email = someone()
    const { context } = await queued(investor, email, time)
    await later(context, contact, 0)
    await expect.poll(async () => (await stored(email)).length).toBe(1)
  })

  test('is shown after 31 days without a visit, at any form, and sent on request', async () => {
    const email = someone()
    const { context } = await queued(investor, email)
    // A page without a form must not delete it, and sends nothing.
    const other = await context.newPage()
    await other.clock.install({ time: Date.now() + 31 * day })
    await other.goto('/about')
    const old = 'has waited on this device for more than 30 days'
    const own = await later(context, investor, 31 * day)
    await region(own).getByText(old).waitFor()
    await own.close()
    const page = await later(context, contact, 31 * day)
    await region(page).getByText(old).waitFor()
    expect(await stored(email)).toEqual([])
    await region(page).getByRole('button', { name: 'Send now' }).click()
    await region(page).getByText('has reached us').waitFor()
    const [application] = await stored(email)
    expect(await region(page).textContent()).toContain(`Your reference ${application?.id.slice(-8).toUpperCase()}.`)
    expect(await region(page).getByRole('link').getAttribute('href')).toContain(`/my/${application?.id}.`)
    expect(await region(page).getByRole('listitem').count()).toBe(0)
  })

  test('reports each press of its buttons, and keeps the focus', async () => {
    const { page } = await visit()
    let up = false
    await failing(page, (route) => (up ? route.continue() : route.abort()))
    const emails = [someone(), someone()]
    await queueInvestors(page, emails)
    const items = region(page).getByRole('listitem')
    const press = async (name: string): Promise<void> => {
      await items.first().getByRole('button', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    await press('Send now')
    await items.first().getByRole('status').getByText('could not be sent just now').waitFor()
    await press('Discard')
    await items.first().getByRole('button', { name: 'Keep it' }).waitFor()
    expect(await hasFocus(items.first())).toBe(true)
    await press('Keep it')
    await items.first().getByRole('button', { name: 'Discard', exact: true }).waitFor()
    expect(await hasFocus(items.first())).toBe(true)
    await press('Discard')
    await press('Discard for good')
    await items.nth(1).waitFor({ state: 'detached' })
    const endings = region(page).getByRole('status').last()
    expect(await endings.textContent()).toMatch(/ is discarded\. $/)
    expect(await hasFocus(endings)).toBe(true)
    up = true
    await press('Send now')
    await items.first().waitFor({ state: 'detached' })
    expect(await endings.textContent()).toMatch(/ has reached us\. Your reference [0-9A-F]{8}\. See your application$/)
    expect(await hasFocus(endings)).toBe(true)
    await page.reload()
    await awake(page)
    expect(await page.getByText('waits on this device').count()).toBe(0)
    expect([await stored(emails[0] ?? ''), (await stored(emails[1] ?? '')).length]).toEqual([[], 1])
  })

  test('stays discarded when the server refuses it at that moment', async () => {
    const { page } = await visit()
    const [first, other] = [someone(), someone()]
    const refusal = Promise.withResolvers<void>()
    let up = false
    await failing(page, async (route) => {
      if (!up) return route.abort()
      if (!route.request().postData()?.includes(first)) return route.continue()
      await refusal.promise
      return route.fulfill({ status: 400, json: { success: false, error: 'No.', code: 'X' } })
    })
    await queueInvestors(page, [first, other])
    up = true
    await openForm(page, contact)
    const items = region(page).getByRole('listitem')
    await items.nth(1).waitFor()
    await items.first().getByRole('button', { name: 'Discard' }).click()
    await items.first().getByRole('button', { name: 'Discard for good' }).click()
    await items.nth(1).waitFor({ state: 'detached' })
    refusal.resolve()
    // The other one is sent after the refusal is recorded.
    await expect.poll(async () => (await stored(other)).length).toBe(1)
    await items.first().waitFor({ state: 'detached' })
    expect(await stored(first)).toEqual([])
  })

  test('is not blocked by another that always gets 500', async () => {
    const { page } = await visit()
    const [first, other] = [someone(), someone()]
    const posts: string[] = []
    let up = false
    await failing(page, (route) => {
      const body = route.request().postData() ?? ''
      if (!up) return route.abort()
      posts.push(body.includes(first) ? 'first' : 'second')
      return body.includes(first) ? route.fulfill({ status: 500 }) : route.continue()
    })
    await queueInvestors(page, [first, other])
    up = true
    await openForm(page, contact)
    await expect.poll(async () => (await stored(other)).length).toBe(1)
    expect(posts.indexOf('second')).toBe(1)
    // It is retried after growing pauses, not every 20 s, which would be 30 times.
    await page.clock.runFor(600 * second)
    await expect.poll(() => posts.length).toBeGreaterThan(3)
    expect(posts.length).toBeLessThan(12)
    await region(page).getByText('waits on this device').waitFor()
  })
})

describe('put back in the form', () => {
  /** A page on which a refused submission of the internship form waits. */
  async function refused(): Promise<{ page: Page; email: string; answers: ReturnType<typeof answersTo> }> {
    const email = someone()
    const { context, answers } = await queued(internship, email)
    const page = await context.newPage()
    await page.route(intake, (route) =>
      route.fulfill({ status: 400, json: { success: false, error: 'No.', code: 'X', details: { email: 'Not this one' } } }),
    )
    await openForm(page, internship)
    await page.getByText('could not be accepted: Not this one').waitFor()
    return { page, email, answers }
  }

  async function expectAll(page: Page, answers: ReturnType<typeof answersTo>): Promise<void> {
    await page.getByText('my resume.pdf').first().waitFor()
    for (const [name, field] of inOrder(internship))
      if (field.kind !== 'file') expect(await input(page, name).inputValue(), name).toBe(answers[name])
    expect(await fileIn(page)).toBe('my resume.pdf')
  }

  test('answers and resume are restored, also after a reload', async () => {
    const { page, answers } = await refused()
    await putBack(page).click()
    await region(page).waitFor({ state: 'detached' })
    await expectAll(page, answers)
    await page.reload()
    await awake(page)
    await expectAll(page, answers)
    expect(await region(page).count()).toBe(0)
  })

  test('a submission stays queued until a draft of it is stored or it is sent', async () => {
    const { page, email, answers } = await refused()
    await page.evaluate(() => {
      const put = IDBObjectStore.prototype.put
      IDBObjectStore.prototype.put = function (...values) {
        if (this.name !== 'deliveries') throw new DOMException('full', 'QuotaExceededError')
        return put.apply(this, values)
      }
    })
    await putBack(page).click()
    await page.getByText('Your answers can’t be saved on this device').waitFor()
    await expectAll(page, answers)
    expect(await region(page).count()).toBe(1)
    await page.unroute(intake)
    await submitButton(page).click()
    await successOf(page, internship).waitFor()
    await region(page).waitFor({ state: 'detached' })
    expect(await stored(email)).toHaveLength(1)
  })

  test('existing answers in the form are replaced only after a confirmation', async () => {
    const { page, answers } = await refused()
    await input(page, 'firstName').fill('Somebody else')
    await putBack(page).click()
    await page.getByRole('button', { name: 'Keep what is in the form' }).click()
    expect(await input(page, 'firstName').inputValue()).toBe('Somebody else')
    await putBack(page).click()
    await page.getByRole('button', { name: 'Replace what is in the form' }).click()
    await region(page).waitFor({ state: 'detached' })
    await expectAll(page, answers)
  })
})

describe('a device whose storage', () => {
  const never = (page: Page) =>
    page.addInitScript(() => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
    })
  const full = (page: Page) =>
    page.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })

  const devices = [
    ['never answers', never],
    ['is full', full],
  ] as const
  test.each(rows(devices, devices.slice(0, 1)))(
    '%s: the form is sent within seconds, and reports that nothing is stored',
    async (_, breakIt) => {
      const { page } = await visit()
      await breakIt(page)
      const email = someone()
      await openForm(page, investor)
      await fill(page, investor, answersTo(investor, email))
      await page.getByText('Your answers can’t be saved on this device. Please send them before you leave this page.').waitFor()
      await submitButton(page).click()
      await successOf(page, investor).waitFor()
      expect(await stored(email)).toHaveLength(1)
    },
  )

  test.each(rows(devices, devices.slice(1)))(
    '%s, offline: the form stays open and reports that nothing could be stored',
    async (_, breakIt) => {
      const { page } = await visit()
      await breakIt(page)
      await failing(page, (route) => route.abort())
      const answers = answersTo(investor, someone())
      await openForm(page, investor)
      await fill(page, investor, answers)
      await submitButton(page).click()
      await passTime(page, second / 4, () => alertOf(page).isVisible())
      expect(await alertOf(page).textContent()).toContain('Your answers couldn’t be saved on this device either')
      for (const [name] of inOrder(investor)) expect(await input(page, name).inputValue()).toBe(answers[name])
    },
  )
})

test('a draft saved with the clock at 1970 is restored with the correct clock', async () => {
  const { page, context } = await visit()
  await page.clock.install({ time: 1 })
  await openForm(page, contact)
  await input(page, 'message').fill('Typed in 1970')
  await page.clock.runFor(second)
  await page.getByText(/^Saved on this device/).waitFor()
  await page.close()
  const next = await context.newPage()
  await openForm(next, contact)
  await next.getByText('Saved on this device just now').waitFor()
  expect(await input(next, 'message').inputValue()).toBe('Typed in 1970')
})
