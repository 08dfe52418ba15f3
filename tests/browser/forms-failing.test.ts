import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { inOrder } from '../../src/forms/form.ts'
import { second } from '../../src/shared/dates.ts'
import { rows } from '../support/rows.ts'
import {
  alertOf,
  answersTo,
  awake,
  contact,
  failing,
  fill,
  forms,
  goOffline,
  hasFocus,
  input,
  intake,
  internship,
  investor,
  nextPaint,
  openForm,
  passTime,
  pdf,
  shifts,
  someone,
  startSite,
  submitButton,
  successOf,
} from './drive.ts'

const { visit, visitFilled, stored, server } = startSite()
const queuedText = 'Our side didn’t answer. Your answers are on this device and send themselves; keep this browser’s data.'
const offlineText =
  'You’re offline, so your answers are saved on this device and will be sent automatically when you’re back online.'

/** The failures of a post, by the state of the server. */
const troubles: Readonly<Record<string, (route: Route) => Promise<unknown>>> = {
  'is stopped': (route) => route.abort('connectionrefused'),
  'answers 500': (route) => route.fulfill({ status: 500, body: 'out of order' }),
  hangs: async () => undefined,
  'has too many visitors': (route) => route.fulfill({ status: 429, json: { success: false } }),
  'is cut off in the middle of its answer': async (route) => {
    const response = await route.fetch()
    // The clock of the page is faster, so the page may have given up.
    await route.fulfill({ response, body: '{"success":true,"appl' }).catch(() => undefined)
  },
}

/** What the form says about each. */
const causes: Readonly<Record<string, string>> = {
  'is stopped': 'Our server did not answer three attempts.',
  'answers 500': 'Our server has a fault. We tried three times.',
  hangs: 'Our server did not answer three attempts.',
  'has too many visitors': 'Our server has too much to do for the moment.',
}

/**
 * Waits for an attempt, before which the form saves its draft. Time that passes quickly would end the save: its timeout counts in the page's time, but the
 * storage needs real time.
 */
const posted = (keys: readonly string[], count: number): Promise<void> =>
  expect.poll(() => keys.length).toBeGreaterThanOrEqual(count)

const staying = forms.flatMap((form) =>
  form.onFailure.kind === 'stay' ? [[form.type, form, form.onFailure.alert] as const] : [],
)
/** Those that stay open differ in their questions and in the words of the alert. */
const stay = rows(
  staying,
  staying.filter(([, form]) => form === contact),
)

describe('a server that fails', () => {
  test.each(stay)('%s: three attempts, then the alert; open, all answers kept, stored once', async (_, form, alert) => {
    const { page, consoleMessages } = await visit()
    const email = someone()
    const answers = answersTo(form, email)
    let trouble = troubles.hangs
    const keys = await failing(page, (route) => trouble?.(route) ?? route.continue())
    await openForm(page, form)
    await fill(page, form, answers)
    for (const [round, [name, happens]] of Object.entries(troubles).entries()) {
      trouble = happens
      await submitButton(page).click()
      await alertOf(page).waitFor({ state: 'detached' })
      await posted(keys, 3 * round + 1)
      await passTime(page, 5 * second, () => alertOf(page).isVisible())
      expect(await alertOf(page).textContent()).toBe(alert)
      expect(await hasFocus(alertOf(page))).toBe(true)
      expect(await page.getByText('Your answers are in the form, and saved on this device.').textContent()).toContain(
        causes[name] ?? '',
      )
      expect(keys).toHaveLength(3 * (round + 1))
      expect(consoleMessages.filter((line) => line.startsWith('Failed to submit form'))).toHaveLength(round + 1)
    }
    expect(new Set(keys).size).toBe(1)
    for (const [name, field] of inOrder(form))
      if (field.kind !== 'multiselect' && field.kind !== 'radio') expect(await input(page, name).inputValue()).toBe(answers[name])
    expect(consoleMessages.join()).not.toContain(email)
    // When the server works again, the same answers are sent under the same key.
    await page.unroute(intake)
    await submitButton(page).click()
    await successOf(page, form).waitFor()
    expect(await stored(email)).toHaveLength(1)
  })

  test('the button waits as long as the server says, then sends the same answers', async () => {
    const { page } = await visit()
    const email = someone()
    const answers = answersTo(contact, email)
    // A browser that cannot scroll shows the alert all the same.
    await page.addInitScript(() => {
      Element.prototype.scrollIntoView = () => {
        throw new Error('cannot scroll')
      }
    })
    await failing(page, (route) => route.fulfill({ status: 429, headers: { 'retry-after': '42' }, json: { success: false } }))
    await openForm(page, contact)
    await fill(page, contact, answers)
    await submitButton(page).click()
    await passTime(page, second / 4, () => alertOf(page).isVisible())
    expect(await alertOf(page).textContent()).toBe('There was an error submitting your message. Please try again.')
    expect(await submitButton(page).textContent()).toMatch(/^Try again in 4\d s$/)
    expect(await submitButton(page).isDisabled()).toBe(true)
    const from = await page.evaluate(() => Date.now())
    await passTime(page, second, () => submitButton(page).isEnabled())
    expect((await page.evaluate(() => Date.now())) - from).toBeGreaterThan(38 * second)
    expect(await submitButton(page).textContent()).toBe('Try again')
    expect(await page.getByText('Our server has too much to do for the moment.').isVisible()).toBe(true)
    expect(await input(page, 'message').inputValue()).toBe(answers.message)
    await page.unroute(intake)
    await submitButton(page).click()
    await successOf(page, contact).waitFor()
    expect(await stored(email)).toHaveLength(1)
  })

  // On a wide screen the form has other columns; on a phone the message breaks into more lines.
  test.each(rows([360, 1440], [360]))('a late answer moves nothing on the screen, at %i px', async (width) => {
    const { page } = await visit({ viewport: { width, height: 800 } })
    const shifted = await shifts(page)
    const fail = (route: Route): Promise<void> => route.fulfill({ status: 500, body: 'out of order' })
    // An attempt follows another after a second, when the browser counts a shift no longer as an effect of the tap.
    for (const [form, shows, answers] of [
      [contact, alertOf(page), [fail, fail, fail]],
      [contact, successOf(page, contact), [fail, (route: Route) => route.continue()]],
      [investor, successOf(page, investor), [fail, fail, fail]],
    ] as const) {
      const left = [...answers]
      await page.route(intake, (route) => left.shift()?.(route))
      await openForm(page, form)
      await fill(page, form, answersTo(form, someone()))
      await submitButton(page).click()
      await page.getByText('If the first attempt fails').waitFor()
      await nextPaint(page)
      const before = await shifted()
      await shows.waitFor()
      for (let paint = 0; paint < 4; paint += 1) await nextPaint(page)
      expect((await shifted()) - before, `${form.type}, ${answers.length} attempts`).toBe(0)
      await page.unroute(intake)
    }
  })

  // On a wide screen the kolam is beside the text.
  test.each(rows([360, 1440], [360]))('Send now delivers what waits, and little moves, at %i px', async (width) => {
    const { page } = await visit({ viewport: { width, height: 800 } })
    const shifted = await shifts(page)
    const email = someone()
    const keys = await failing(page, (route) => route.abort())
    await openForm(page, investor)
    await fill(page, investor, answersTo(investor, email))
    await submitButton(page).click()
    await passTime(page, second / 4, () => successOf(page, investor).isVisible())
    const view = page.locator('[data-sent]')
    await view.getByText('Not with us yet.').waitFor()
    expect(await page.getByText(queuedText, { exact: true }).count()).toBe(1)
    expect(await view.locator('a[href^="mailto:"]').getAttribute('href')).toBe('mailto:hello@kolam.example')
    const attempts = keys.length
    await view.getByRole('button', { name: 'Send now' }).click()
    await view.getByText('That didn’t reach us. It is tried again by itself.').waitFor()
    expect(keys).toHaveLength(attempts + 1)
    expect(await stored(email)).toHaveLength(0)
    await nextPaint(page)
    const before = await shifted()
    await page.unroute(intake)
    // By itself, so that the browser counts what moves as no effect of a press.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await view.getByText('Your answers have reached us.').waitFor()
    for (let paint = 0; paint < 4; paint += 1) await nextPaint(page)
    expect((await shifted()) - before).toBeLessThan(0.1)
    expect(await view.getByRole('button', { name: 'Send now' }).count()).toBe(0)
    expect(await view.getByRole('link', { name: /^Open my/ }).count()).toBe(1)
    expect(new Set(keys).size).toBe(1)
    expect(await stored(email)).toHaveLength(1)
  })
})

test('409, 413, 422 and a duplicate keep a form open that queues on other failures', async () => {
  const { page, answers } = await visitFilled(investor)
  for (const status of [409, 413, 422]) {
    const error = `The reason of ${status}.`
    await page.route(intake, (route) => route.fulfill({ status, json: { success: false, error, code: 'X' } }))
    await submitButton(page).click()
    await expect.poll(() => alertOf(page).allTextContents()).toEqual([error])
    expect(await page.locator('form:not(#opens)').isVisible()).toBe(true)
    await page.unroute(intake)
  }
  await submitButton(page).click()
  await page.getByRole('button', { name: investor.texts.again }).click()
  await awake(page)
  await fill(page, investor, answers)
  await submitButton(page).click()
  await alertOf(page).waitFor()
  expect(await alertOf(page).textContent()).toBe(
    'You have already submitted an application. Please check your email for confirmation.',
  )
})

describe('one submission is one record', () => {
  test('after a double click, Enter twice, and Back', async () => {
    const { page } = await visit()
    let posts = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') posts += 1
    })
    await openForm(page, contact)
    let email = ''
    for (const press of [
      () => submitButton(page).dblclick(),
      async () => {
        await input(page, 'subject').focus()
        await page.keyboard.press('Enter')
        await page.keyboard.press('Enter')
      },
    ]) {
      if (email !== '') await page.getByRole('button', { name: contact.texts.again }).click()
      await awake(page)
      email = someone()
      posts = 0
      await fill(page, contact, answersTo(contact, email))
      await press()
      await successOf(page, contact).waitFor()
      expect(posts).toBe(1)
      expect(await stored(email)).toHaveLength(1)
    }
    // The form is empty or still shows the success view.
    await page.goto('/about')
    await page.goBack()
    const name = input(page, 'name')
    await expect
      .poll(
        async () =>
          (await successOf(page, contact).isVisible()) || ((await name.isVisible()) && (await name.inputValue()) === ''),
      )
      .toBe(true)
    expect(await stored(email)).toHaveLength(1)
  })

  test('after a reload while it is sent', async () => {
    const { page } = await visit()
    const email = someone()
    const keys: string[] = []
    await page.route(intake, async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '')
      if (keys.length > 1) return route.continue()
      await route.fetch()
    })
    await openForm(page, contact)
    await fill(page, contact, answersTo(contact, email))
    await submitButton(page).click()
    await expect.poll(async () => (await stored(email)).length).toBe(1)
    await page.reload()
    await awake(page)
    await page.getByText(/^Saved on this device/).waitFor()
    await submitButton(page).click()
    await successOf(page, contact).waitFor()
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
    expect(await stored(email)).toHaveLength(1)
  })

  test('after the same form was sent from two tabs', async () => {
    const { page, context } = await visit()
    const email = someone()
    const keys: string[] = []
    context.on('request', (request) => {
      if (request.method() === 'POST') keys.push(request.headers()['idempotency-key'] ?? '')
    })
    await openForm(page, contact)
    await fill(page, contact, answersTo(contact, email))
    await page.getByText(/^Saved on this device/).waitFor()
    const other = await context.newPage()
    await openForm(other, contact)
    await other.getByText(/^Saved on this device/).waitFor()
    for (const tab of [page, other]) {
      await submitButton(tab).click()
      await successOf(tab, contact).waitFor()
    }
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
    expect(await stored(email)).toHaveLength(1)
  })

  test('two tabs with one queued submission deliver it once', async () => {
    const { page, context } = await visit()
    const email = someone()
    await context.setOffline(true)
    await context.setOffline(false)
    await failing(page, (route) => route.abort())
    await openForm(page, investor)
    await fill(page, investor, answersTo(investor, email))
    await submitButton(page).click()
    await passTime(page, second / 4, () => successOf(page, investor).isVisible())
    const [first, other] = [await context.newPage(), await context.newPage()]
    await page.close()
    await Promise.all([openForm(first, contact), openForm(other, contact)])
    await expect.poll(async () => (await stored(email)).length).toBe(1)
    await first.getByText('waits on this device').waitFor({ state: 'detached' })
    expect(await stored(email)).toHaveLength(1)
  })
})

describe('without a connection', () => {
  test('a resume is queued on the device, and sent complete when online again', async () => {
    const { page, context, email } = await visitFilled(internship)
    await goOffline(page)
    await submitButton(page).click()
    await successOf(page, internship).waitFor()
    await page.getByText(offlineText, { exact: true }).waitFor()
    expect(await page.getByText('Your reference').count()).toBe(0)
    await context.setOffline(false)
    await page.getByText('Your answers have reached us.', { exact: true }).waitFor()
    expect(await page.getByText('Your reference').textContent()).toMatch(/[0-9A-F]{8}$/)
    const [application, ...others] = await stored(email)
    expect(await page.getByRole('link', { name: '/my/' }).textContent()).toContain(`/my/${application?.id}.`)
    expect(others).toEqual([])
    const file = await server().fetch(`/api/applications/${application?.id}/resume`)
    expect(Buffer.from(await file.arrayBuffer()).equals(pdf)).toBe(true)
  })

  test('a queued submission is also sent from a page without a form', async () => {
    const { page } = await visit()
    const email = someone()
    await failing(page, (route) => route.abort())
    await openForm(page, investor)
    await fill(page, investor, answersTo(investor, email))
    await submitButton(page).click()
    await passTime(page, second / 4, () => successOf(page, investor).isVisible())
    await page.unroute(intake)
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    await page.goto('/about')
    await expect.poll(async () => (await stored(email)).length).toBe(1)
    expect(scripts).toHaveLength(1)
    // When nothing waits, such a page loads no script.
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
    await page.goto('/about')
    expect(scripts).toHaveLength(1)
  })
})
