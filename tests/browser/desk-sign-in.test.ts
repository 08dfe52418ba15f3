import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { shortDate } from '../../src/shared/dates.ts'
import { admin, apply, passcode, refused, startDesk, studio } from './desk-harness.ts'
import { axeFaults } from './drive.ts'

const harness = startDesk()

async function toCode(page: Page): Promise<string> {
  const seen = (await harness.server.mails()).length
  await page.goto('/app')
  await page.getByLabel('Email address').fill(admin)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('One-time passcode').waitFor()
  return passcode(harness.server, seen)
}

const keys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())

/** Holds back the responses to a request until `release`. `arrived` waits for the first one. */
async function hold(page: Page, url: string | RegExp) {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    const response = await route.fetch()
    arrived.resolve()
    await released.promise
    await route.fulfill({ response })
  })
  return { arrived: arrived.promise, release: released.resolve }
}

/** The classes in the content of the page that none of its styles names. */
function classesWithoutRule(): readonly string[] {
  const styles = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join()
  const named = new Set([...document.querySelectorAll('main [class]')].flatMap(({ classList }) => [...classList]))
  return [...named].filter((name) => !styles.includes(`.${CSS.escape(name)}`))
}

describe('the sign-in screen', () => {
  test.each(['/app', '/admin'])('%s is complete before any script runs', async (path) => {
    const response = await fetch(harness.server.url + path)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toContain('Admin sign in')
    expect(html).toMatch(/<label[^>]*>Email address<\/label>/)
    expect(html).toMatch(/<input[^>]*type="email"/)
  })

  test('on a slow line it says that it cannot send yet', async () => {
    const page = await harness.page()
    const script = Promise.withResolvers<void>()
    await page.route('**/_assets/*.js', async (route) => {
      await script.promise
      await route.continue()
    })
    await page.goto('/app', { waitUntil: 'commit' })
    await page.getByLabel('Email address').fill(admin)
    await page.keyboard.press('Enter')
    const early = page.getByText('One moment: the page is still loading, and cannot send yet.')
    await early.waitFor()
    script.resolve()
    await early.waitFor({ state: 'detached' })
    await page.getByLabel('Email address').press('Enter')
    await page.getByText(/We sent a code of 6 digits/).waitFor()
  })

  test('refuses another address with the message of the server, until it is changed', async () => {
    const page = await harness.page()
    await page.goto('/admin')
    // Screen readers announce only what appears in a status that was there before.
    expect(await page.locator('main').getByRole('status').count()).toBe(1)
    await page.getByLabel('Email address').fill('someone@example.com')
    await page.getByRole('button', { name: 'Send OTP' }).click()
    const denial = page.getByText('Access denied. Only authorized admin can login.')
    await denial.waitFor()
    await page.getByLabel('Email address').press('Backspace')
    await expect.poll(() => denial.count()).toBe(0)
    harness.provoke(...refused)
  })

  test('the code takes six digits; Verify needs them; Back to Email clears everything', async () => {
    const page = await harness.page()
    await toCode(page)
    // The page lacks the styles of the desk: a class of theirs leaves a button as the browser draws it.
    expect(await page.evaluate(classesWithoutRule)).toEqual([])
    const input = page.getByLabel('One-time passcode')
    const verify = page.getByRole('button', { name: 'Verify' })
    expect(await input.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await input.getAttribute('inputmode')).toBe('numeric')
    await input.pressSequentially('12a 3-4')
    expect(await input.inputValue()).toBe('1234')
    expect(await verify.isDisabled()).toBe(true)
    await input.pressSequentially('5678')
    expect(await input.inputValue()).toBe('123456')
    for (const pasted of ['123 456', 'Your code: 123456.', '١٢٣٤٥٦', '௧௨௩௪௫௬']) {
      await input.fill(pasted)
      expect([pasted, await input.inputValue()]).toEqual([pasted, '123456'])
    }
    await input.fill('０１２ ９８７')
    expect(await input.inputValue()).toBe('012987')
    // As a Japanese keyboard types them: composed, then entered.
    await input.fill('')
    const devtools = await page.context().newCDPSession(page)
    for (const text of ['１', '１２', '１２３４５６'])
      await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await devtools.send('Input.insertText', { text: '１２３４５６' })
    expect(await input.inputValue()).toBe('123456')
    expect(await verify.isEnabled()).toBe(true)
    await verify.click()
    await page.getByText('Invalid or expired OTP').waitFor()
    await page.getByRole('button', { name: 'Back to Email' }).click()
    expect(await page.getByText('Invalid or expired OTP').count()).toBe(0)
    await page.getByLabel('Email address').fill(admin)
    await page.getByRole('button', { name: 'Send OTP' }).click()
    await input.waitFor()
    expect(await input.inputValue()).toBe('')
    harness.provoke(...refused)
  })

  test('the mailed code signs in, stores two keys, opens the dashboard after a second', async () => {
    const page = await harness.page()
    await page.clock.install()
    const code = await toCode(page)
    await page.getByLabel('One-time passcode').fill(code)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText('You are signed in').waitFor()
    await page.clock.runFor(950)
    expect(new URL(page.url()).pathname).toBe('/app')
    await page.clock.runFor(100)
    await page.waitForURL('**/app/dashboard')
    await page.clock.resume()
    await page.getByText('No applications have been submitted yet.').waitFor()
    const stored = await page.evaluate(() => ({
      user: JSON.parse(localStorage.getItem('auth_user') ?? 'null'),
      claims: JSON.parse(atob((localStorage.getItem('auth_token') ?? '').replace(/-/g, '+').replace(/_/g, '/'))),
      applications: localStorage.getItem('cached_applications'),
    }))
    expect(stored.user).toEqual({ id: expect.stringMatching(/^admin-/), email: admin, created_at: expect.any(String) })
    expect(stored.claims).toEqual({ userId: stored.user.id, email: admin, exp: expect.any(Number) })
    expect(stored.applications).toBe('[]')
    // Scripts cannot read the session cookie.
    expect(await page.evaluate(() => document.cookie)).toBe('')

    // A signed-in admin skips the sign-in screen.
    await page.goto('/app')
    await page.waitForURL('**/app/dashboard')

    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/app')
    expect(await keys(page)).toEqual([])
    await page.goto('/app/dashboard')
    await page.waitForURL('**/app')
    harness.provoke(/Failed to load resource.*401/)
  })

  test('without a response it retries once after a second under one key, then fails', async () => {
    const page = await harness.page()
    const calls: { at: number; key: string | undefined }[] = []
    await page.route('**/api/auth/otp', (route) => {
      calls.push({ at: Date.now(), key: route.request().headers()['idempotency-key'] })
      return route.abort()
    })
    await page.goto('/app')
    await page.getByLabel('Email address').fill(admin)
    await page.getByRole('button', { name: 'Send OTP' }).click()
    await page.getByText('Failed to send OTP. Please try again.').waitFor()
    expect(calls).toHaveLength(2)
    expect(calls[0]?.key).toMatch(/^[\da-f-]{36}$/)
    expect(calls[1]?.key).toBe(calls[0]?.key)
    expect((calls[1]?.at ?? 0) - (calls[0]?.at ?? 0)).toBeGreaterThan(500)
    harness.provoke(...refused)
  })

  test('a code signs in although its response was lost, and leads to the page before', async () => {
    const page = await harness.page()
    await page.goto('/app/outbox')
    await page.waitForURL('**/app')
    const code = await toCode(page)
    let lost = 0
    await page.route('**/api/auth/verify', async (route) => {
      if (lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      return route.abort()
    })
    await page.getByLabel('One-time passcode').fill(code)
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.waitForURL('**/app/outbox')
    expect(lost).toBe(1)
    harness.provoke(/Failed to load resource/, /desk: .* failed/)
  })

  test('every other failure has its message', async () => {
    const page = await harness.page()
    const answer = (path: string, status: number, body: string) =>
      page.route(`**/api/auth/${path}`, (route) => route.fulfill({ status, contentType: 'application/json', body }))
    const failure = (error: string) => JSON.stringify({ success: false, error, code: 'EMAIL_SEND_FAILED', timestamp: '' })
    await page.goto('/app')
    await page.getByLabel('Email address').fill(admin)
    const send = page.getByRole('button', { name: 'Send OTP' })

    await answer('otp', 502, failure('Resend API timeout - please try again'))
    await send.click()
    await page.getByText('Resend API timeout - please try again').waitFor()

    await answer('otp', 502, 'Bad gateway')
    await send.click()
    await page.getByText('Failed to send OTP email').waitFor()

    await answer('otp', 200, '{"success":true}')
    await send.click()
    await page.getByLabel('One-time passcode').fill('123456')
    const verify = page.getByRole('button', { name: 'Verify' })

    await answer('verify', 401, '{}')
    await verify.click()
    await page.getByText('Invalid OTP. Please try again.').waitFor()

    await page.route('**/api/auth/verify', (route) => route.abort())
    await verify.click()
    await page.getByText('Failed to verify OTP. Please try again.').waitFor()
    harness.provoke(...refused)
  })

  test('forbidden storage causes one warning and nothing more', async () => {
    const page = await harness.page()
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    const code = await toCode(page)
    await page.getByLabel('One-time passcode').fill(code)
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.waitForURL('**/app/dashboard')
    await page.getByText('No applications have been submitted yet.').waitFor()
    const consoleMessages = harness.consoleMessages()
    expect(consoleMessages).toContainEqual('warning: desk: browser storage: storing auth_user failed QuotaExceededError')
    expect(consoleMessages.filter((line) => !line.startsWith('warning: desk: browser storage'))).toEqual([])
  })

  test('a wrong code stays selected and focused, with its reason until it is edited', async () => {
    const page = await harness.page()
    await toCode(page)
    const input = page.getByLabel('One-time passcode')
    const reason = () =>
      input.evaluate((field) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent)
    expect(await reason()).toBe(`We sent a code of 6 digits to ${admin}. It is valid for 10 minutes.`)
    await input.fill('000000')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect.poll(reason).toBe('Invalid or expired OTP')
    expect(await input.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => input.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('12')
    expect(await input.inputValue()).toBe('12')
    expect([await reason(), await input.getAttribute('aria-invalid')]).toEqual(['', null])
    await page.getByRole('button', { name: 'Send a new code' }).click()
    await expect.poll(reason).toMatch(/^We sent a new code of 6 digits .* The earlier one no longer works\.$/)
    await expect.poll(() => input.evaluate((field) => field === document.activeElement)).toBe(true)
    // The address stays on the way back, and has the focus at first.
    await page.getByRole('button', { name: 'Back to Email' }).click()
    const address = page.getByLabel('Email address')
    await expect.poll(() => address.inputValue()).toBe(admin)
    await page.goto('/admin')
    await expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true)
    harness.provoke(...refused)
  })

  test('shows after five seconds that the mail server is slow', async () => {
    const page = await harness.page()
    let answer = (): void => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/auth/otp', async (route) => {
      await answered
      await route.fulfill({ status: 200, json: { success: true } })
    })
    await page.clock.install()
    await page.goto('/app')
    await page.getByLabel('Email address').fill(admin)
    await page.getByRole('button', { name: 'Send OTP' }).click()
    await page.getByRole('button', { name: 'Sending OTP…' }).waitFor()
    const slow = page.getByText('The mail server is slow. We keep trying for half a minute…')
    expect(await slow.count()).toBe(0)
    await page.clock.fastForward(5_000)
    await slow.waitFor()
    answer()
    await page.getByText('We sent a code of 6 digits').waitFor()
    expect(await slow.count()).toBe(0)
  })

  test('a session ended elsewhere shows a message, and that the notes are stored', async () => {
    const page = await harness.page()
    const notice = page.getByText('You were signed out. What you wrote is kept.')
    const code = await toCode(page)
    await page.getByLabel('One-time passcode').fill(code)
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.waitForURL('**/app/dashboard')
    await page.getByText('No applications have been submitted yet.').waitFor()
    expect((await page.request.post('/api/auth/logout')).status()).toBe(200)
    // The end of the live events may be noticed before the button is pressed.
    await Promise.any([page.waitForURL('**/app'), page.getByRole('button', { name: 'Refresh' }).click()])
    await page.waitForURL('**/app')
    await notice.waitFor()

    const stranger = await harness.page()
    await stranger.goto('/app/dashboard')
    await stranger.waitForURL('**/app')
    await stranger.getByRole('button', { name: 'Send OTP' }).and(stranger.locator(':enabled')).waitFor()
    expect(await stranger.getByText('You were signed out').count()).toBe(0)
    harness.provoke(/Failed to load resource.*401/, /desk: .* failed/)
  })

  test('after Logout a list that is still loading is not stored', async () => {
    const name = (n: number): string => `Late Answer ${n} ${Date.now()}`
    const [first, second] = [name(1), name(2)]
    const page = await harness.page(await harness.server.signIn())
    await apply(harness.server, 'StartupStudio', studio(first, first))
    await page.goto('/app/dashboard')
    await page.getByText(first).first().waitFor()
    expect(await keys(page)).toEqual(['auth_token', 'auth_user', 'cached_applications'])
    await apply(harness.server, 'StartupStudio', studio(second, second))
    // Not the call that counts the unread ones.
    const list = await hold(page, /\/api\/applications\?limit=/)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await list.arrived
    // The navigation to the sign-in screen fails, so that the desk is still open when the list arrives.
    await page.route('**/app', (route) => route.abort('aborted'))
    const left = page.waitForEvent('requestfailed', (request) => new URL(request.url()).pathname === '/app')
    await page.getByRole('button', { name: 'Logout' }).click()
    await left
    list.release()
    await page.getByText(second).first().waitFor()
    expect(await keys(page)).toEqual([])
    harness.provoke(/Failed to load resource.*401/)
  })

  test('a clock that is days ahead, and another zone: Indian days, and nothing is late', async () => {
    const id = await apply(harness.server, 'StartupStudio', studio('Ahead', 'Clock'))
    await harness.server.decide(`/api/applications/${id}`, 'pitch')
    const page = await harness.open('/app/dashboard', undefined, 'America/Los_Angeles')
    await page.getByRole('article').first().waitFor()
    await page.clock.setFixedTime(Date.now() + 9 * 24 * 60 * 60 * 1000)
    await page.goto('/app')
    await page.waitForURL('**/app/dashboard')
    const time = page.getByRole('article').first().locator('time')
    const at = new Date((await time.getAttribute('datetime')) ?? '')
    expect(await time.textContent()).toBe(shortDate(at))
    expect(await time.getAttribute('title')).toMatch(/, \d\d:\d\d IST$/)
    await expect.poll(() => page.locator('[data-late]').count()).toBe(0)
    await page.goto(`/app/dashboard?details=${id}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Meeting, in IST').waitFor({ state: 'attached' })
  })

  test('the desk lists the browsers that signed in, and ends all sessions at once', async () => {
    const page = await harness.open('/app/dashboard')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign-in' })
    await dialog.getByText('this browser').waitFor()
    expect(await dialog.getByRole('listitem').count()).toBeGreaterThan(0)
    expect(await axeFaults(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'End all sessions' }).click()
    await dialog.getByRole('button', { name: 'End all, and sign me out' }).click()
    await page.waitForURL('**/app')
    expect(await keys(page)).toEqual([])
    harness.provoke(/Failed to load resource.*401/)
  })

  test('both steps pass axe, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await harness.page()
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto('/app')
      await page.getByRole('button', { name: 'Send OTP' }).and(page.locator(':enabled')).waitFor()
      expect(await axeFaults(page)).toEqual([])
      await page.route('**/api/auth/otp', (route) => route.fulfill({ status: 200, json: { success: true } }))
      await page.getByLabel('Email address').fill(admin)
      await page.getByRole('button', { name: 'Send OTP' }).click()
      await page.getByLabel('One-time passcode').waitFor()
      expect(await axeFaults(page)).toEqual([])
    }
  })
})
