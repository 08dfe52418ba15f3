import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { pdf } from '../support/answers.ts'
import { cookiesOf, until } from '../support/server.ts'
import { startDesk } from './desk-harness.ts'
import { axeFaults } from './drive.ts'

const desk = startDesk({ DECISION_HOLD_S: '0' })

/** A new address, so that a test can run twice. */
let addresses = 0
const address = (name: string): string => {
  addresses += 1
  return `${name}-${addresses}@example.in`
}
/** Opens the desk with one application in its list, and opens that application. */
const reading = (email: string): Promise<Page> => desk.open(`/app/dashboard?q=${encodeURIComponent(email)}`)
const openIt = (page: Page) => page.locator('[data-list] h2 button').click()

/** Expects no axe violation and no sideways scroll. */
async function expectSound(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
}
const deck = { name: 'Deck.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) }

it('is made, answered without script at 320 px, read and closed', async () => {
  const { server } = desk
  const email = address('request')
  const { link } = await server.apply('Contact', { email })

  const admin = await reading(email)
  const pane = admin.locator('[data-pane]')
  await openIt(admin)
  await pane.getByRole('button', { name: 'Request something' }).click()
  await pane.getByLabel('What do you need?').fill('Please send your deck.\nThe newest one.')
  await pane.getByLabel('A text and a file').check()
  await pane.getByLabel('Needed by (optional)').fill('2030-01-31')
  await pane.getByRole('button', { name: 'Preview this letter' }).click()
  const preview = admin.getByRole('dialog', { name: 'The letter to' })
  await preview.getByText('A preview: nothing is sent.').waitFor()
  await preview.getByText('Please send your deck.').waitFor()
  await preview.getByText(/^Please answer by .*: with a text and a file/).waitFor()
  expect(await preview.getByRole('button', { name: 'with this letter' }).count()).toBe(0)
  await admin.keyboard.press('Escape')
  await pane.getByRole('button', { name: 'Send the request' }).click()
  await pane.getByText(/requested .*/).waitFor()
  await admin.locator('[data-list]').getByText('Waits for them').waitFor()
  const letter = await until('the letter', async () =>
    (await server.mails()).find(({ to, subject }) => to?.[0]?.address === email && subject?.startsWith('We need something')),
  )
  expect(letter.text).toContain('Please send your deck.\nThe newest one.')

  const narrow = { viewport: { width: 320, height: 700 } }
  const page = await desk.visitor({ ...narrow, javaScriptEnabled: false })
  const tab = await desk.visitor(narrow)
  await tab.goto(link)
  await page.goto(link)
  await page.getByRole('link', { name: 'Answer', exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'We need something from you', level: 1 }).waitFor()
  // axe needs scripts
  await expectSound(tab)
  await tab.goto(page.url())
  await expectSound(tab)
  await page.getByLabel('Your answer').fill('Ours, as of today')
  await page.getByLabel('Your file').setInputFiles({ ...deck, buffer: Buffer.from('no pdf') })
  await page.getByRole('button', { name: 'Send it' }).press('Enter')
  await page.getByText('Your file is a plain text').first().waitFor()
  expect(await page.getByLabel('Your answer').inputValue()).toBe('Ours, as of today')
  await page.getByLabel('Your file').setInputFiles(deck)
  await page.getByRole('button', { name: 'Send it' }).press('Enter')
  await page.getByText(/Your answer of .*, with Deck\.pdf/).waitFor()
  // the other tab still has the empty form
  await tab.getByLabel('Your answer').fill('From the other tab')
  await tab.getByLabel('Your file').setInputFiles(deck)
  await tab.getByRole('button', { name: 'Send it' }).click()
  await tab.getByRole('definition').filter({ hasText: 'From the other tab' }).waitFor()
  await tab.getByRole('definition').filter({ hasText: 'Ours, as of today' }).waitFor()
  await expectSound(tab)

  await pane.getByText('Ours, as of today').waitFor()
  await admin.locator('[data-list]').getByText('They answered').waitFor()
  await pane.getByRole('button', { name: 'Request something' }).click()
  const download = admin.waitForEvent('download')
  await pane.getByRole('link', { name: 'Deck.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('Deck.pdf')
  expect(await axeFaults(admin)).toEqual([])
  await admin.goto('/app/dashboard')
  await admin.getByRole('button', { name: '1 answered' }).click()
  await openIt(admin)
  await pane.getByRole('button', { name: 'Done' }).click()
  await pane.getByText('1 closed request').waitFor()
  await admin.locator('[data-list]').getByText('They answered').waitFor({ state: 'detached' })
})

it('a picture that is too wide is made smaller, however small its file is', async () => {
  const { server } = desk
  const email = address('picture')
  const { path, link } = await server.apply('Contact', { email })
  const made = await server.call(`${path}/requests`, 'POST', { text: 'Your logo, please.', kind: 'picture' })
  await until('the letter', async () =>
    (await server.mails()).find(({ to, subject }) => to?.[0]?.address === email && subject?.startsWith('We need something')),
  )
  const page = await desk.page(false, { width: 360, height: 740 })
  await page.goto(link)
  await page.getByRole('link', { name: 'Answer', exact: true }).click()
  // Two colours, a bit for each pixel: what a canvas writes of it has fewer pixels, and more bytes.
  const create = { width: 7_000, height: 70, channels: 3, background: '#b5452c' } as const
  const buffer = await sharp({ create }).png({ palette: true, colours: 2, compressionLevel: 9 }).toBuffer()
  await page.getByLabel('Your picture').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await page.getByText('It was made smaller: 3000 × 30 pixels are sent.').waitFor()
  await page.getByRole('button', { name: 'Send it' }).click()
  await page.getByText(/Your answer of .*, with logo\.png/).waitFor()
  const stored = await server.fetch(`${path}/requests/${made.body.revision}/file`)
  const picture = sharp(Buffer.from(await stored.arrayBuffer()))
  expect(await picture.metadata()).toMatchObject({ format: 'png', width: 3_000, height: 30 })
})

it('the page of a decided application is accessible, on the ground of its state', async () => {
  const { server } = desk
  const grounds: Record<string, string> = {}
  for (const [status, state] of [
    ['pitch', 'invited'],
    ['approved', 'approved'],
    ['rejected', 'rejected'],
  ]) {
    const { path, link } = await server.apply()
    await server.decide(path, String(status))
    const page = await desk.page(false, { width: 320, height: 700 })
    const band = page.locator(`[data-state=${state}]`)
    await until('the decision', async () => {
      await page.goto(link)
      return (await band.count()) === 1 || undefined
    })
    await expectSound(page)
    grounds[String(state)] = await band.evaluate((element) => getComputedStyle(element).backgroundColor)
  }
  expect(grounds).toEqual({ invited: 'rgb(90, 31, 23)', approved: 'rgb(11, 79, 73)', rejected: 'rgb(241, 232, 216)' })
})

/** Sends a message. Returns a function that changes it as its applicant does. */
async function changeable(email: string): Promise<(message: string) => Promise<void>> {
  const { server } = desk
  const { id, path, link } = await server.apply('Contact', { email })
  const cookie = cookiesOf(await server.request(link))
  return async (message) => {
    const { application } = (await server.call(path)).body
    const body = new URLSearchParams({
      of: id,
      at: String(application.answers_revision),
      name: 'Nila',
      subject: 'Hello',
      message,
    })
    const changed = await server.request('/my/change', { method: 'POST', headers: { cookie }, body })
    expect(changed.status).toBe(303)
  }
}

it('answers that change while a decision is prepared are shown before it', async () => {
  const email = address('meanwhile')
  const change = await changeable(email)
  const admin = await reading(email)
  const pane = admin.locator('[data-pane]')
  await openIt(admin)
  await pane.getByRole('button', { name: 'Preview letter' }).click()
  const letter = admin.getByRole('dialog', { name: 'The letter' })
  const approve = letter.getByRole('button', { name: 'Approve with this letter' })
  await approve.waitFor()
  await change('In other words')
  await approve.click()
  await admin.getByText(/The applicant has changed the answers\. Please read them, then decide\./).waitFor()
  await pane.getByRole('region', { name: 'Changed by the applicant' }).getByText('In other words').waitFor()
  expect(desk.consoleMessages()).toEqual([expect.stringContaining('409'), expect.stringContaining('CONFLICT')])
  await change('In still other words')
  const changed = pane.getByRole('region', { name: 'Changed by the applicant' })
  await changed.getByText('In still other words').waitFor()
  expect(await changed.locator('dt').allTextContents()).toEqual(['Name', 'Phone', 'Subject', 'Message'])
  expect(await changed.getByText('In other words').count()).toBe(0)
  await pane.getByRole('button', { name: 'Approve' }).click()
  await admin.getByText('Application approved successfully').waitFor()
})

it('answers that change while earlier ones are marked as read are shown', async () => {
  const email = address('twice')
  const change = await changeable(email)
  await change('In better words')
  const admin = await desk.page(true)
  // The response arrives before the event of the second change.
  await admin.route('**/api/applications/events', (route) => route.abort())
  let marks = 0
  await admin.route('**/read', async (route) => {
    marks += 1
    if (marks === 1) await change('In the best words')
    await route.continue()
  })
  await admin.goto(`/app/dashboard?q=${encodeURIComponent(email)}`)
  await openIt(admin)
  const changed = admin.getByRole('region', { name: 'Changed by the applicant' })
  await changed.getByText('In the best words').waitFor()
  await admin.locator('[data-list]').getByText('Changed', { exact: true }).waitFor({ state: 'detached' })
  desk.provoke(/ERR_FAILED/)
})

it('changed answers count as seen when the application is opened, and stay marked', async () => {
  const email = address('changed')
  const change = await changeable(email)
  await change('In better words')
  const admin = await reading(email)
  const mark = admin.locator('[data-list]').getByText('Changed', { exact: true })
  await mark.waitFor()
  await openIt(admin)
  const pane = admin.locator('[data-pane]')
  await mark.waitFor({ state: 'detached' })
  await pane.getByRole('region', { name: 'Changed by the applicant' }).getByText('In better words').waitFor()
  await admin.reload()
  await openIt(admin)
  await pane.getByText('What was changed').click()
  expect(await pane.getByRole('region', { name: 'Changed by the applicant' }).count()).toBe(0)
  await pane.locator('details').getByText('In better words').waitFor()
})

it('an answer that arrives while its request is closed is shown, and both stay', async () => {
  const { server } = desk
  const email = address('crossing')
  const { id, path, link } = await server.apply('Contact', { email })
  const cookie = cookiesOf(await server.request(link))
  const admin = await reading(email)
  // The answer arrives before its event.
  await admin.route('**/api/applications/events', (route) => route.abort())
  const made = await server.call(`${path}/requests`, 'POST', { text: 'Please send your deck.', kind: 'text' })
  await admin.reload()
  await openIt(admin)
  const pane = admin.locator('[data-pane]')
  const close = pane.getByRole('button', { name: 'Close it without an answer' })
  await close.waitFor()
  await until('the letter', async () =>
    (await server.mails()).find(({ to, subject }) => to?.[0]?.address === email && subject?.startsWith('We need something')),
  )
  const body = new FormData()
  body.append('answer', 'It crossed your click')
  const page = `/my/answer?of=${id}&request=${made.body.revision}`
  expect((await server.request(page, { method: 'POST', headers: { cookie }, body })).status).toBe(303)
  await close.click()
  await pane.getByText('They have answered meanwhile.').waitFor()
  await pane.getByText('It crossed your click').waitFor()
  await pane.getByRole('button', { name: 'Done' }).click()
  await pane.getByText('1 closed request').waitFor()
  desk.provoke(/ERR_FAILED|409|CONFLICT/)
})
