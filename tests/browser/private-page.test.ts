import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { reference } from '../../src/shared/ids.ts'
import { alertOf, answersTo, axeFaults, contact, fill, input, someone, startSite, submitButton, successOf } from './drive.ts'

const { visit, visitFilled, stored } = startSite()
const narrow = { viewport: { width: 320, height: 700 } }

/** Expects no axe violation and no sideways scroll. */
async function expectSound(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
}
/** The transferred bytes of a page, without fonts and pictures. */
async function weightOf(page: Page, path: string): Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (['document', 'stylesheet', 'script'].includes(request.resourceType()))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
const linkOf = (page: Page) => page.getByRole('region', { name: 'The page of your message' }).getByRole('link', { name: '/my/' })

test('the view after a message calls it that, with a code on a wide screen only', async () => {
  const { page, consoleMessages, email } = await visitFilled(contact, narrow)
  // As on a phone: Chromium on Linux cannot share.
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'share', { value: async (data: ShareData) => Object.assign(window, { shared: data.url }) }),
  )
  await submitButton(page).click()
  await successOf(page, contact).waitFor()
  await page.getByRole('button', { name: 'Share the link' }).click()
  expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toContain('/my/')
  await page.getByText('Keep this link: it’s the page of your message', { exact: true }).waitFor()
  await page.getByText(/beside your message\.$/).waitFor()
  const code = page.getByRole('img', { name: 'QR code of the link to your message' })
  expect(await page.getByText('Scan it with your phone').isVisible()).toBe(false)
  await expectSound(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await code.waitFor()
  await page.setViewportSize(narrow.viewport)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save the link' }).click()
  const [application] = await stored(email)
  expect((await saved).suggestedFilename()).toBe(`message-${reference(application?.id ?? '')}.html`)
  await linkOf(page).click()
  await page.waitForURL('**/my?opened=1')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your application')
  expect(await page.getByText('Your reference').textContent()).toBe(`Your reference ${reference(application?.id ?? '')}`)
  expect(await page.locator('[aria-current=step]').textContent()).toBe('Being read, now')
  await expectSound(page)
  const bytes = await weightOf(page, '/my')
  expect(bytes).toBeLessThan(30 * 1024)
  expect(consoleMessages).toEqual([])
})

test('without script the page opens, closes by keyboard, and a lost link is resent', async () => {
  const { page } = await visit({ ...narrow, javaScriptEnabled: false })
  const email = someone()
  await page.goto(contact.path)
  await fill(page, contact, answersTo(contact, email))
  await submitButton(page).click()
  const href = await linkOf(page).getAttribute('href')
  expect(page.url()).not.toContain('my/')
  await page.goto(href ?? '')
  expect(new URL(page.url()).pathname).toBe('/my')
  await page.getByRole('button', { name: 'Close this page here' }).press('Enter')
  const address = page.getByLabel('Your email address')
  await address.fill('nobody')
  await address.evaluate((input: HTMLInputElement) => (input.type = 'text'))
  await address.press('Enter')
  expect(await page.getByRole('alert').textContent()).toBe('Please enter a valid email address')
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('button', { name: 'Send me my links' }).press('Enter')
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.goto(`${href?.slice(0, -1)}-`)
  await page.getByRole('heading', { name: 'This link doesn’t open' }).waitFor()
  // The page of an unknown link has the form for a new one.
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('button', { name: 'Send me my links' }).press('Enter')
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
})

test('an application is withdrawn and returned by keyboard, without script, at 320 px', async () => {
  const { page, consoleMessages, email } = await visitFilled(contact, narrow)
  await submitButton(page).click()
  await successOf(page, contact).waitFor()
  const href = (await linkOf(page).getAttribute('href')) ?? ''
  await page.goto(href)
  const [application] = await stored(email)
  const holder = await visit({ ...narrow, javaScriptEnabled: false })
  await holder.page.goto(href)
  await holder.page.getByRole('link', { name: 'Withdraw this application' }).press('Enter')
  await holder.page.getByRole('heading', { name: 'Withdraw your application?', level: 1 }).waitFor()
  // axe needs scripts
  await page.goto(holder.page.url())
  await expectSound(page)
  await holder.page.getByLabel('Reason').fill('We found an investor.')
  await holder.page.getByRole('button', { name: 'Withdraw it' }).press('Enter')
  await holder.page.getByText('You withdrew this on').waitFor()
  expect(await holder.page.locator('[aria-current=step]').textContent()).toContain('Withdrawn, now')
  expect(new URL(holder.page.url()).search).toBe(`?of=${application?.id}`)
  expect(await stored(email)).toEqual([])
  await page.goto(new URL('/my', href).href)
  await page.getByText('You can take that back until').waitFor()
  await expectSound(page)
  await holder.page.getByRole('button', { name: 'Take the withdrawal back' }).press('Enter')
  await holder.page.getByRole('link', { name: 'Withdraw this application' }).waitFor()
  expect(await stored(email)).toHaveLength(1)
  expect(consoleMessages).toEqual([])
})

test('answers are changed by keyboard, without script, at 320 px, in two tabs', async () => {
  const { page, consoleMessages, email } = await visitFilled(contact, narrow)
  await submitButton(page).click()
  await successOf(page, contact).waitFor()
  const href = (await linkOf(page).getAttribute('href')) ?? ''
  await page.goto(href)
  const holder = await visit({ ...narrow, javaScriptEnabled: false })
  await holder.page.goto(href)
  await holder.page.getByRole('link', { name: 'Change your answers' }).press('Enter')
  await holder.page.getByRole('heading', { name: 'Change your answers', level: 1 }).waitFor()
  await page.goto(holder.page.url())
  await expectSound(page)
  const [subject, message] = [input(holder.page, 'subject'), input(holder.page, 'message')]
  // The parts say what is answered, and the button has the gap of the forms.
  expect(await holder.page.getByText('(complete)').count()).toBe(
    await holder.page.getByRole('navigation', { name: 'Parts of this form' }).getByRole('link').count(),
  )
  const top = (await holder.page.getByRole('button', { name: 'Save the changes' }).boundingBox())?.y ?? 0
  const { y = 0, height = 0 } = (await message.boundingBox()) ?? {}
  expect(top - y - height).toBeGreaterThan(20)
  await subject.fill(' ')
  await message.fill('A better message')
  await holder.page.getByRole('button', { name: 'Save the changes' }).press('Enter')
  await alertOf(holder.page).waitFor()
  expect(await message.inputValue()).toBe('A better message')
  await subject.fill('Another subject')
  await holder.page.getByRole('button', { name: 'Save the changes' }).press('Enter')
  await holder.page.getByRole('definition').filter({ hasText: 'A better message' }).waitFor()
  const confirmation = holder.page.getByText('Saved. What you wrote has reached us.')
  expect(await confirmation.isVisible()).toBe(true)
  const [application] = await stored(email)
  expect(application?.form_data).toMatchObject({ subject: 'Another subject', message: 'A better message', email })
  // The other tab still has the earlier answers.
  await input(page, 'message').fill('From the other tab')
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await page.getByRole('heading', { name: 'What you wrote, and what is saved' }).waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await page.getByRole('definition').filter({ hasText: 'From the other tab' }).waitFor()
  expect(consoleMessages.filter((text) => !text.includes('409'))).toEqual([])
})

test('a change without the private link is shown, and saved once the link is open', async () => {
  const { page, context, email } = await visitFilled(contact)
  await submitButton(page).click()
  await successOf(page, contact).waitFor()
  const href = (await linkOf(page).getAttribute('href')) ?? ''
  await context.close()
  const holder = await visit({ ...narrow, javaScriptEnabled: false })
  await holder.page.goto(href)
  await holder.page.getByRole('link', { name: 'Change your answers' }).click()
  await input(holder.page, 'message').fill('A message\nthat took an hour')
  await input(holder.page, 'subject').fill('<b>Another</b> subject')
  await holder.context.clearCookies()
  await holder.page.getByRole('button', { name: 'Save the changes' }).click()
  await holder.page.getByRole('heading', { name: 'This is not saved yet' }).waitFor()
  expect(await alertOf(holder.page).textContent()).toContain('Nothing was saved')
  expect(await input(holder.page, 'message').inputValue()).toBe('A message\nthat took an hour')
  expect(await input(holder.page, 'subject').inputValue()).toBe('<b>Another</b> subject')
  // Nothing of the application is shown.
  expect(await holder.page.content()).not.toContain(email)
  expect(await holder.page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrow.viewport.width)
  // Without the link, the text stays again.
  await holder.page.getByRole('button', { name: 'Send it again' }).click()
  await holder.page.getByRole('heading', { name: 'This is not saved yet' }).waitFor()
  expect(await input(holder.page, 'message').inputValue()).toBe('A message\nthat took an hour')
  const other = await holder.context.newPage()
  await other.goto(href)
  await holder.page.getByRole('button', { name: 'Send it again' }).click()
  await holder.page.getByRole('definition').filter({ hasText: 'that took an hour' }).waitFor()
  expect((await stored(email))[0]?.form_data).toMatchObject({
    subject: '<b>Another</b> subject',
    message: 'A message\nthat took an hour',
  })
  await holder.context.close()
})
