import { describe, expect, test } from 'vitest'
import type { ApplicationResponse } from '../../src/api/responses.ts'
import { notice } from '../../src/content/content.ts'
import { arrivalsKey } from '../../src/form-view/web-storage.ts'
import { answersTo, contact, fill, openForm, someone, startSite, submitButton, successOf } from './drive.ts'

const { visit, stored, server } = startSite()

const session = async () =>
  (await server().session()).split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: server().url }
  })

/** The response of the desk for the application of this address. */
async function storedApplication(email: string): Promise<ApplicationResponse> {
  const [application] = await stored(email)
  return (await server().call(`/api/applications/${application?.id}`)).body
}

describe('the origin of a visitor', () => {
  test('is sent with the form: first and last arrival, no cookie, nothing beyond the tab', async () => {
    const { page, context, consoleMessages } = await visit()
    const email = someone()
    await page.goto('/?utm_source=letter&utm_medium=mail&utm_campaign=cohort-6&email=a@b.in', {
      referer: 'https://news.example/a/page?q=private',
    })
    await page.getByRole('link', { name: 'Portfolio' }).first().click()
    await page.waitForURL('**/portfolio')
    await page.goto('/about', { referer: 'https://search.example/' })
    await page.goto('/team', { referer: `${server().url}/about` })
    await openForm(page, contact)
    await fill(page, contact, answersTo(contact, email))
    await submitButton(page).click()
    await successOf(page, contact).waitFor()
    const { origin, notice: version } = await storedApplication(email)
    expect(origin).toEqual({
      first: { page: '/', referrer: 'news.example', source: 'letter', medium: 'mail', campaign: 'cohort-6' },
      last: { page: '/about', referrer: 'search.example' },
    })
    expect(version).toBe(notice.version)
    expect(await context.cookies()).toEqual([])
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    expect(consoleMessages).toEqual([])
  })

  test('is stored even when the visitor leaves before the browser is idle', async () => {
    const { page } = await visit()
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
    await page.goto('/?utm_source=letter')
    const noted = () => page.evaluate((key) => JSON.parse(sessionStorage.getItem(key) ?? '{}'), arrivalsKey)
    expect(await noted()).toEqual({})
    await page.goto('/portfolio')
    const arrival = { page: '/', source: 'letter' }
    expect(await noted()).toEqual({ first: arrival, last: arrival })
  })

  test('comes from the page when the browser stores nothing', async () => {
    const { page, consoleMessages } = await visit()
    const email = someone()
    await page.addInitScript(() =>
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError')
        },
      }),
    )
    await page.goto('/contact?utm_source=letter')
    await page.locator('form:not(#opens)').scrollIntoViewIfNeeded()
    await page.locator('form[novalidate]').waitFor()
    await fill(page, contact, answersTo(contact, email))
    await submitButton(page).click()
    await successOf(page, contact).waitFor()
    expect((await storedApplication(email)).origin).toEqual({ last: { page: '/contact', source: 'letter' } })
    expect(consoleMessages).toEqual([])
  })

  test('comes from the page of a native post, and survives a refusal', async () => {
    const { page } = await visit({ javaScriptEnabled: false })
    const answers = answersTo(contact, 'asha@localhost')
    await page.goto('/contact?utm_source=letter')
    await fill(page, contact, answers)
    await submitButton(page).click()
    await page.getByRole('alert').waitFor()
    const email = someone()
    await page.locator('[name="email"]').fill(email)
    await submitButton(page).click()
    await page.waitForURL('**/contact/submitted*')
    expect((await storedApplication(email)).origin).toEqual({ last: { page: '/contact', source: 'letter' } })
  })

  test('is shown as text at the desk, also markup', async () => {
    const { page, context, consoleMessages } = await visit()
    const email = someone()
    const origin = { first: { page: '/contact', source: '<img src=x onerror=alert(1)>', campaign: 'cohort-6' } }
    await server().apply('Contact', { ...answersTo(contact, email), origin, notice: '2026-01-15' })
    await context.addCookies(await session())
    await page.goto(`/app/dashboard?q=${encodeURIComponent(email)}`)
    await page.getByRole('button', { name: 'View Details' }).click()
    const block = page.locator('section', { has: page.getByRole('heading', { name: 'Source' }) }).last()
    await block.waitFor()
    expect(await block.locator('dd').allTextContents()).toEqual([
      'landed on /contact, campaign cohort-6 (<img src=x onerror=alert(1)>)',
      '15 Jan 2026',
    ])
    expect(consoleMessages).toEqual([])
  })
})

describe('the privacy notice at a form', () => {
  test('names controller, purpose, retention and withdrawal, with its version', async () => {
    const { page } = await visit({ javaScriptEnabled: false })
    await page.goto('/contact')
    const text = await page.locator('form:not(#opens)').textContent()
    expect(text).toContain(notice.text)
    expect(text).toContain(`To see, correct or withdraw it, write to ${notice.email}.`)
    await page.locator('form:not(#opens)').getByRole('link', { name: 'How we handle what you tell us' }).click()
    await page.waitForURL('**/privacy')
    expect(await page.locator('main time').getAttribute('datetime')).toBe(notice.version)
  })
})
