import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  accelerator,
  alertOf,
  answersTo,
  fill,
  formOf,
  formRows,
  forms,
  intake,
  openForm,
  someone,
  startSite,
  submitButton,
} from './drive.ts'

const { visit, visitFilled } = startSite()

test('no question moves when the script of the form starts on a phone', async () => {
  const { page } = await visit({ viewport: { width: 360, height: 740 } })
  let wake = () => {}
  const moved: string[] = []
  await page.route('**/*.js', async (route) => {
    await waiting
    await route.continue()
  })
  let waiting = Promise.resolve()
  for (const [, form] of formRows('Accelerator', 'WorkForStartups', 'EarlyCustomer')) {
    waiting = new Promise((resolve) => {
      wake = resolve
    })
    await page.goto(form.path, { waitUntil: 'commit' })
    const first = page.locator('form[action="/api/submit-application"] [data-field]').first()
    await first.waitFor()
    const top = () =>
      first.evaluate((field) => {
        const section = field.closest('section')?.getBoundingClientRect().top ?? Number.NaN
        return Math.round(field.getBoundingClientRect().top - section)
      })
    const before = await top()
    await first.scrollIntoViewIfNeeded()
    wake()
    await page.locator('form[novalidate]').waitFor()
    await page.getByText('Your answers are saved on this device').first().waitFor()
    const by = (await top()) - before
    if (by !== 0) moved.push(`${form.path} by ${by}`)
  }
  expect(moved).toEqual([])
})

test('the labels of a row are at one height, and so are its inputs', async () => {
  const { page } = await visit({ viewport: { width: 1440, height: 900 } })
  const apart: string[] = []
  for (const form of forms) {
    await page.goto(form.path)
    const fields = await page.locator('div[data-field]:visible').evaluateAll((all) =>
      all.map((field) => {
        const box = (selector: string) => field.querySelector(selector)?.getBoundingClientRect()
        const [label, hint, input] = [box('label'), box('p[id^=hint]'), box('input, select, textarea')]
        return {
          name: field.getAttribute('data-field'),
          row: Math.round(field.getBoundingClientRect().top),
          label: Math.round(label?.top ?? 0),
          input: Math.round(input?.top ?? 0),
          gap: Math.round((input?.top ?? 0) - ((hint ?? label)?.bottom ?? 0)),
        }
      }),
    )
    expect(fields.length).toBeGreaterThan(3)
    for (const row of Map.groupBy(fields, ({ row }) => row).values()) {
      const isEven = row.every(({ label, input }) => label === row[0]?.label && input === row[0].input)
      const isNear = row.some(({ gap }) => gap <= 14)
      if (!isEven || !isNear) apart.push(`${form.path} ${JSON.stringify(row)}`)
    }
  }
  expect(apart).toEqual([])
})

test('a focused field is red only together with its message', async () => {
  const { page } = await visit({ viewport: { width: 360, height: 740 } })
  await page.goto('/contact')
  await page.locator('form[action="/api/submit-application"]').scrollIntoViewIfNeeded()
  await page.locator('form[novalidate]').waitFor()
  const email = page.locator('#field-email')
  const colours = () =>
    email.evaluate((field) => {
      const { borderTopColor, outlineColor } = getComputedStyle(field)
      return { borderTopColor, outlineColor }
    })
  await email.focus()
  expect(await colours()).toEqual({ borderTopColor: 'rgb(29, 26, 23)', outlineColor: 'rgb(233, 162, 11)' })
  await email.fill('meena')
  await page.locator('form:not(#opens) button[type=submit]').click()
  await email.and(page.locator('[aria-invalid=true]')).waitFor()
  expect(await colours()).toMatchObject({ borderTopColor: 'rgb(179, 38, 30)' })
})

test('the bar on a phone names the current section in full', async () => {
  const { page } = await visit({ viewport: { width: 360, height: 740 } })
  const cut: string[] = []
  // The accelerator's form has the most sections, which leave the least room in the bar.
  expect(Math.max(...forms.map(({ sections }) => sections.length))).toBe(accelerator.sections.length)
  await openForm(page, accelerator)
  for (const form of forms) {
    for (const { title } of form.sections) {
      const titleFits = await page.locator('nav[aria-label="Parts of this form"] p').evaluate((now, words) => {
        const name = now.querySelector('span')
        if (name) name.textContent = words
        const text = document.createRange()
        text.selectNodeContents(now)
        const parts = now.nextElementSibling?.getBoundingClientRect()
        return name && name.scrollWidth <= name.clientWidth && text.getBoundingClientRect().right <= (parts?.left ?? 0)
      }, title)
      if (!titleFits) cut.push(`${form.path}: ${title}`)
    }
  }
  expect(cut).toEqual([])
})

describe('the accelerator form on a phone', () => {
  const form = formOf('Accelerator')
  const phone = { viewport: { width: 360, height: 740 } }

  test('lists many faults by section, closed, next to the first question', async () => {
    const { page } = await visit(phone)
    await openForm(page, form)
    await submitButton(page).click()
    const summary = alertOf(page)
    await summary.waitFor()
    const sections = summary.locator('details')
    expect((await sections.locator('summary').allTextContents()).map((text) => text.replace(/ \d+$/, ''))).toEqual(
      form.sections.map(({ title }) => title),
    )
    expect(await summary.getByRole('link').count()).toBe(0)
    expect((await summary.boundingBox())?.height).toBeLessThan(340)
    await sections.last().locator('summary').click()
    await summary.getByRole('link').last().click()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-expectations')
  })

  test('checks a section before it goes on to the next, and says that the draft is saved', async () => {
    const { page } = await visit(phone)
    await openForm(page, form)
    const next = page.getByRole('link', { name: 'Next: Your company' })
    await page.locator('#field-founderName').fill('Asha')
    await next.click()
    await page.locator('#fault-email').waitFor()
    expect(await page.locator('p[id^="fault-"]').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
      'fault-email',
      'fault-phone',
    ])
    await page.locator('#field-email').fill('asha@example.in')
    await page.locator('#field-phone').fill('+91 98400 00000')
    await next.click()
    await expect.poll(() => page.url()).toContain('#part-2')
    await page.getByText('2 of 5 · Saved').waitFor()
  })

  test('shows its first section again after a jump above the form', async () => {
    const { page } = await visit(phone)
    await openForm(page, form)
    await page.locator('#field-expectations').focus()
    await page.getByText('5 of 5').waitFor()
    await page.evaluate(() =>
      document.querySelector('form[novalidate]')?.closest('section')?.scrollIntoView({ behavior: 'instant' }),
    )
    await page.getByText('1 of 5').waitFor()
  })

  test('reports a failure at the button, and sends again from there', async () => {
    const { page } = await visitFilled(form, phone)
    await page.route(intake, (route) => route.fulfill({ status: 413, body: '' }))
    await submitButton(page).click()
    await alertOf(page).waitFor()
    const [button, alert] = await Promise.all([submitButton(page).boundingBox(), alertOf(page).boundingBox()])
    const gap = (alert?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)
    expect(gap).toBeGreaterThanOrEqual(0)
    // Between them is only the line of the delivery, with its two words.
    expect(gap).toBeLessThan(120)
    // Both are on the screen, below the bar and with what the alert says to do.
    const after = await page.getByText('If that looks wrong to you').boundingBox()
    expect(button?.y).toBeGreaterThan(64)
    expect((after?.y ?? 0) + (after?.height ?? 0)).toBeLessThanOrEqual(phone.viewport.height)
  })
})

test('the kolam of a sent application is named and saved as a picture', async () => {
  const { page } = await visit({ viewport: { width: 360, height: 740 } })
  const form = formOf('Accelerator')
  await openForm(page, form)
  await fill(page, form, { ...answersTo(form, someone()), companyName: 'Tamarind Trace' })
  await submitButton(page).click()
  await page.getByText('This drawing is Tamarind Trace’s.').waitFor()
  // The promise is on the first screen, below the kolam.
  const promise = await page.getByText('You will hear from us', { exact: false }).first().boundingBox()
  expect((promise?.y ?? 0) + (promise?.height ?? 0)).toBeLessThan(740 * 0.75)
  const reference = await page.locator('[data-sent] strong').first().textContent()
  const [picture] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save picture' }).click()])
  expect(picture.suggestedFilename()).toBe(`${reference}.png`)
  const { width, height } = await sharp(await picture.path()).metadata()
  expect([width, height]).toEqual([1080, 1350])
})
