import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { closingTime, openCohort } from '../../src/content/cohorts.ts'
import { startRenderer } from '../../src/server/pages/renderer.ts'
import { zonedWords } from '../../src/shared/zones.ts'
import { cohorts } from '../support/adapters.ts'
import { until } from '../support/server.ts'
import { accelerator, answersTo, awake, axeFaults, fill, openForm, someone, startSite, submitButton, successOf } from './drive.ts'

const { server, visit } = startSite()
const renderer = startRenderer(path.resolve('dist/renderer/entry.mjs'))
afterAll(() => renderer.end())

/** Opens the accelerator page as rendered for the time before the first deadline. */
async function openBefore(page: Page): Promise<void> {
  const { pages } = await renderer.render({ at: new Date(0), paths: ['/accelerator'] })
  const body = pages['accelerator/index.html'] ?? ''
  await page.route('**/accelerator', (route) => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }))
  await page.goto('/accelerator')
}

const line = (page: Page) => page.locator('[data-closes]')

/** The first open cohort of content/ with its deadline. Without one, no page has a deadline. */
const open = openCohort(cohorts, new Date(0))
const closing = open === undefined ? new Date(0) : closingTime(open)

test.skipIf(open === undefined).each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
  'the deadline is shown by the visitor’s clocks in %s too, even wrong ones',
  async (timezoneId) => {
    const { page } = await visit({ timezoneId })
    await page.addInitScript(() => {
      const now = Date.now
      Date.now = () => now() + 2 * 3_600_000
    })
    await openBefore(page)
    await awake(page)
    const [utc, local] = ['UTC', timezoneId].map((zone) => zonedWords(closing, zone))
    const text = await line(page).textContent()
    expect(text).toContain(`(${utc?.day}, ${utc?.time} UTC)`)
    expect(text?.trim()).toMatch(new RegExp(` It closes on ${local?.day}, ${local?.time} where you are\\.$`))
  },
)

test.skipIf(open === undefined)('the deadline is shown once for a visitor in India, and without script', async () => {
  for (const options of [{ timezoneId: 'Asia/Kolkata' }, { timezoneId: 'America/Los_Angeles', javaScriptEnabled: false }]) {
    const { page } = await visit(options)
    await openBefore(page)
    if (!('javaScriptEnabled' in options)) await awake(page)
    expect(await line(page).textContent()).not.toContain('where you are')
  }
})

test('the form sends the time of its start, after a failure too', async () => {
  const { page } = await visit()
  const sent: unknown[] = []
  await page.route('**/api/submit-application', async (route) => {
    sent.push(route.request().postDataJSON())
    return sent.length <= 3 ? route.abort('connectionreset') : route.continue()
  })
  await openForm(page, accelerator)
  const begun = page.waitForResponse('**/api/form-token')
  await fill(page, accelerator, answersTo(accelerator, someone()))
  const token = ((await (await begun).json()) as { begun: string }).begun
  await submitButton(page).click()
  await page.getByRole('alert').waitFor()
  await submitButton(page).click()
  await successOf(page, accelerator).waitFor()
  expect(sent).toHaveLength(4)
  for (const body of sent) expect(body).toMatchObject({ begun: token })
  expect(await page.evaluate(() => localStorage.getItem('kolam_begun'))).toBe(null)
})

test.skipIf(openCohort(cohorts, new Date()) !== undefined)(
  'without a script an address is left, confirmed from its mail, and taken off',
  async () => {
    const { page, context } = await visit({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
    await page.goto('/accelerator')
    await page.locator('#cohorts').getByLabel('Your email address').fill('reader@example.in')
    await page.getByRole('button', { name: 'Tell me the start date first' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    const link = await until('the link', async () => {
      const mail = (await server().mails()).find(({ text }) => text?.includes('/opens/link/'))
      return /\/opens\/link\/\S+/.exec(mail?.text ?? '')?.[0]
    })
    await page.goto(link)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.getByRole('button', { name: 'Yes, tell me' }).click()
    await page.getByRole('heading', { name: 'You’re on the list' }).waitFor()
    await page.getByRole('button', { name: 'Take me off the list' }).click()
    await page.getByRole('heading', { name: 'You’re not on the list' }).waitFor()
    await context.close()
    const scripted = await visit()
    await scripted.page.goto('/opens')
    expect(await axeFaults(scripted.page)).toEqual([])
  },
)
