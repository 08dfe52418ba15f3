import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../support/server.ts'
import { googleScript, startScript } from '../support/sheet-script.ts'
import { apply, details, startDesk, studio } from './desk-harness.ts'
import { axeFaults } from './drive.ts'

const google = googleScript()
let script: Awaited<ReturnType<typeof startScript>>
beforeAll(async () => {
  google.script.setup()
  script = await startScript((call) => ({
    body: JSON.stringify(call.method === 'GET' ? google.get(call.query) : google.post(call.body, call.query)),
  }))
})
afterAll(() => script?.close())
const harness = startDesk(() => ({ DECISION_HOLD_S: '600', SHEET_URL: `${script.url}?key=${google.key()}` }))

const button = (name: string) => ['button', { name, exact: true }] as const
const letter = (page: Page) => page.getByRole('dialog', { name: /^The letters? to/ })

/** Opens the desk with an application in its details. */
async function opened(name: string, size?: { width: number; height: number }): Promise<{ page: Page; id: string }> {
  const id = await apply(harness.server, 'StartupStudio', studio(name, `${name} & Co`))
  const page = await harness.open(`/app/dashboard?details=${id}`, size)
  await details(page).getByText('Confirmation to the applicant').waitFor()
  return { page, id }
}

describe('the letter of a decision', () => {
  test('a key previews the letter exactly as it will be sent, and decides nothing', async () => {
    const { page, id } = await opened('Asha Raman')
    await page.keyboard.press('l')
    const shown = letter(page)
    await shown.getByText('Good news about your Startup Studio application').waitFor()
    await shown.getByText('asha.raman@example.in').waitFor()
    const paper = shown.locator('[data-letter]')
    await paper.getByText('Dear Asha Raman,').waitFor()
    const lineSize = await paper.getByText('Dear Asha Raman,').evaluate((line) => getComputedStyle(line).fontSize)
    expect(lineSize).toBe('17px')
    const link = paper.getByRole('link', { name: 'Choose a time' })
    expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer nofollow',
    ])
    expect(await axeFaults(page)).toEqual([])

    // The keys of the desk do nothing.
    await page.keyboard.press('a')
    await shown.getByRole(...button('Reject')).click()
    await paper.getByText('It is not a verdict on you').waitFor()
    await shown.getByRole(...button('Plain text')).click()
    expect(await shown.locator('pre').textContent()).toContain('Dear Asha Raman,')
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
    // The page behind it is unchanged, and nothing was decided.
    expect((await harness.server.call(`/api/applications/${id}`)).body.application.status).toBe('pending')
  })

  test('is addressed anew when another window corrects the address', async () => {
    const { page, id } = await opened('Bhavna Rao')
    await page.keyboard.press('l')
    await letter(page).getByText('bhavna.rao@example.in').waitFor()
    const corrected = await harness.server.call(`/api/applications/${id}/address`, 'POST', { email: 'bhavna@right.example' })
    expect(corrected.status).toBe(200)
    await letter(page).getByText('bhavna@right.example').waitFor()
  })

  test('a key previews it while the list is still loading', async () => {
    const id = await apply(harness.server, 'StartupStudio', studio('Chandra Bose', 'Chandra & Co'))
    const page = await harness.page(true)
    const [list, application] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hold = (url: RegExp, until: Promise<void>) =>
      page.route(url, async (route) => {
        await until
        await route.continue()
      })
    await hold(/\/api\/applications\?/, list.promise)
    await hold(new RegExp(`/api/applications/${id}$`), application.promise)
    const settled = page.waitForResponse(/\/api\/stats/)
    await page.goto(`/app/dashboard?details=${id}`)
    await settled
    application.resolve()
    await details(page).getByText('Confirmation to the applicant').waitFor()
    await page.keyboard.press('l')
    await letter(page).getByText('Good news about your Startup Studio application').waitFor()
    list.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('keeps a typed sentence when it is closed, and when the decision fails', async () => {
    harness.provoke(/Failed to load resource/, /setting the status approved failed/)
    const { page } = await opened('Dhara Mehta')
    const sentence = letter(page).getByLabel('Add a sentence')
    const preview = details(page).getByRole(...button('Preview letter'))
    await preview.click()
    await sentence.fill('Bring the weighing slips.')
    await page.keyboard.press('Escape')
    await letter(page).waitFor({ state: 'detached' })
    await preview.click()
    expect(await sentence.inputValue()).toBe('Bring the weighing slips.')
    await page.route('**/api/applications/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await letter(page)
      .getByRole(...button('Approve with this letter'))
      .click()
    await page.getByText('Failed to update application status').waitFor()
    await preview.click()
    expect(await sentence.inputValue()).toBe('Bring the weighing slips.')
    await page.unrouteAll({ behavior: 'wait' })
    await letter(page)
      .getByRole(...button('Approve with this letter'))
      .click()
    await page.getByText('Application approved successfully').waitFor()
    await page.keyboard.press('u')
    await preview.click()
    expect(await sentence.inputValue()).toBe('Bring the weighing slips.')
  })

  test('can be read while it is queued, and after it was sent', async () => {
    const { page } = await opened('Bala Iyer')
    await details(page)
      .getByRole(...button('Pitch'))
      .click()
    const waiting = details(page).getByRole('listitem').filter({ hasText: 'Pitch invitation to the applicant' })
    await waiting.getByText(/^Goes out/).waitFor()
    await waiting.getByRole(...button('See it')).click()
    await letter(page).locator('[data-letter]').getByText('Dear Bala Iyer,').waitFor()
    await letter(page)
      .getByText(/^Pitch invitation to the applicant\. Goes out /)
      .waitFor()
    await letter(page)
      .getByRole(...button('Close'))
      .click()
    const sent = details(page).getByRole('listitem').filter({ hasText: 'Confirmation to the applicant' })
    await sent.getByRole(...button('See it')).click()
    await letter(page).getByText('Shown with today’s texts.').waitFor()
    await letter(page).locator('[data-letter]').getByText('Dear Bala Iyer,').waitFor()
    // The confirmation repeats no answer.
    expect(await letter(page).getByText('Spice exporters cannot prove').count()).toBe(0)
  })
})

test('the address that letters had leads to their part of the map', async () => {
  const stranger = await harness.page()
  await stranger.goto('/app/letters')
  await stranger.waitForURL('**/app')
  harness.provoke(/Failed to load resource.*401/)
  const page = await harness.open('/app/letters')
  await page.waitForURL('**/app/site#letters')
  const row = page.getByRole('row').filter({ hasText: 'Approval after the meeting' })
  await row.getByRole('link', { name: 'After meeting approval · Contact' }).click()
  await page.getByRole('heading', { name: 'After meeting approval · Contact', level: 1 }).waitFor()
  await page.locator('[data-letter]').getByText('Dear Nila Raman,').waitFor()
})

describe('an applicant’s address', () => {
  test('is corrected, and the confirmation is sent again on request', async () => {
    const { page } = await opened('Chitra Devi')
    await details(page)
      .getByRole(...button('Correct the address'))
      .click()
    await details(page).getByLabel('The right address').fill('chitra@gmail.example')
    await details(page)
      .getByLabel(/^Send again: Confirmation/)
      .check()
    await details(page)
      .getByRole(...button('Save the address'))
      .click()
    await details(page).getByText('Address corrected: chitra.devi@example.in → chitra@gmail.example').waitFor()
    await details(page).getByText('Letters go to chitra@gmail.example').waitFor()
    const mail = await harness.server.mail(({ to }) => to?.[0]?.address === 'chitra@gmail.example')
    expect(mail.subject).toMatch(/^We have your Startup Studio application/)
  })

  test('that is invalid is refused with a message, and the typed text stays', async () => {
    const { page, id } = await opened('Divya Nair')
    await details(page)
      .getByRole(...button('Correct the address'))
      .click()
    const body = { email: 'elsewhere@example.in' }
    await page.request.post(`/api/applications/${id}/address`, { data: body, headers: { origin: harness.server.url } })
    await details(page).getByLabel('The right address').fill('divya@gmail.example')
    await details(page)
      .getByRole(...button('Save the address'))
      .click()
    await details(page).getByText('The address has been changed: it is now elsewhere@example.in.').waitFor()
    expect(await details(page).getByLabel('The right address').inputValue()).toBe('divya@gmail.example')
    harness.provoke(/Failed to load resource.*409/, /correcting the address failed/)
  })
})

describe('a message that the admin writes', () => {
  test('a failed message keeps its text over a reload; a repeat sends and records it', async () => {
    const { page } = await opened('Esha Menon')
    await page.route('**/message', (route) =>
      route.fulfill({
        status: 502,
        json: { success: false, error: '421 4.3.2 Try again later', code: 'EMAIL_SEND_FAILED', timestamp: '' },
      }),
    )
    const write = async () => {
      await details(page)
        .getByRole(...button('Message'))
        .click()
    }
    await write()
    await details(page).getByLabel('Subject').fill('Your deck')
    await details(page).getByLabel('Message', { exact: true }).fill('Could you send it?\n\nMeena')
    await details(page)
      .getByRole(...button('Send now'))
      .click()
    await details(page).getByText('It was not sent. 421 4.3.2 Try again later').waitFor()
    await page.unroute('**/message')
    await page.reload()
    await write()
    expect(await details(page).getByLabel('Subject').inputValue()).toBe('Your deck')
    await details(page)
      .getByRole(...button('Send now'))
      .click()
    await page.getByText('On its way', { exact: true }).waitFor()
    await details(page).getByText('Message: Your deck').waitFor()
    const story = details(page).getByRole('listitem').filter({ hasText: 'Message to the applicant: Your deck' })
    await story.getByRole(...button('See it')).click()
    await letter(page).getByText('Could you send it?').waitFor()
    await page.keyboard.press('Escape')
    await letter(page).waitFor({ state: 'detached' })
    await write()
    expect(await details(page).getByLabel('Subject').inputValue()).toBe('')
    await details(page)
      .getByRole(...button('Close'))
      .last()
      .click()
    // Undone, it is never sent, and its text is in the form again.
    await page.locator('[data-toasts]').getByRole('button', { name: 'Undo' }).click()
    await details(page).getByText('Message undone: Your deck').waitFor()
    await story.getByText('Cancelled before it was sent').waitFor()
    await write()
    expect(await details(page).getByLabel('Message', { exact: true }).inputValue()).toBe('Could you send it?\n\nMeena')
    harness.provoke(/Failed to load resource.*502/, /writing to the applicant failed/, /Failed to load resource.*503/)
  })

  test('begins with a greeting, takes a saved reply, and leaves by Ctrl+Enter', async () => {
    const { page } = await opened('Gita Bose')
    await details(page)
      .getByRole(...button('Message'))
      .click()
    const text = details(page).getByLabel('Message', { exact: true })
    expect(await text.inputValue()).toBe('Dear Gita Bose,\n\n')
    await details(page).getByLabel('Subject').fill('Hello')
    await page.keyboard.press('Control+Enter')
    await details(page).getByText('Write the message below the greeting first.').waitFor()
    await details(page).getByLabel('Subject').fill('')
    await details(page).getByLabel('Saved reply').selectOption('Ask for the deck')
    await details(page)
      .getByRole(...button('Insert'))
      .click()
    expect(await details(page).getByLabel('Subject').inputValue()).toBe('Your deck')
    expect(await text.inputValue()).toMatch(/^Dear Gita Bose,\n\nCould you send us the deck /)
    await page.keyboard.press('Control+Enter')
    await page.getByText('On its way', { exact: true }).waitFor()
    await details(page).getByText('Message: Your deck').waitFor()
  })

  test('is sent once even if its response is lost and it is submitted again', async () => {
    const { page } = await opened('Farida Khan')
    await page.route('**/message', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await details(page)
      .getByRole(...button('Message'))
      .click()
    await details(page).getByLabel('Subject').fill('Only once')
    await details(page).getByLabel('Message', { exact: true }).fill('Are you there?')
    await details(page)
      .getByRole(...button('Send now'))
      .click()
    await details(page)
      .getByText('The server did not answer, so the message may be on its way. Send it again: it is sent only once.')
      .waitFor()
    await page.unroute('**/message')
    await details(page)
      .getByRole(...button('Send now'))
      .click()
    await page.getByText('On its way', { exact: true }).waitFor()
    await details(page).getByText('Message to the applicant: Only once').waitFor()
    expect(await details(page).getByText('Message to the applicant: Only once').count()).toBe(1)
    expect(await details(page).getByText('Message: Only once').count()).toBe(1)
    harness.provoke(/net::ERR_FAILED/, /writing to the applicant failed/)
  })
})

test('15 minutes of failing mail are reported with the error and a retry', async () => {
  const page = await harness.page(true)
  let minutes = 14
  await page.route('**/api/outbox', (route) => {
    const failingSince = new Date(Date.now() - minutes * 60_000).toISOString()
    const lastFault = '535 5.7.8 Authentication credentials invalid'
    return route.fulfill({ json: { success: true, parked: [], waiting: 3, failing: 3, failingSince, lastFault } })
  })
  await page.goto('/app/dashboard')
  await page.getByText(/newest first$/).waitFor()
  const trouble = page.getByRole('alert').filter({ hasText: 'No mail has gone out since' })
  expect(await trouble.count()).toBe(0)
  minutes = 16
  await page.getByRole(...button('Refresh')).click()
  await trouble.getByText('The mail server says: 535 5.7.8 Authentication credentials invalid').waitFor()
  await trouble.getByText('3 letters wait').waitFor()
  const wakeResponse = page.waitForResponse('**/api/outbox/wake')
  await trouble.getByRole(...button('Try now')).click()
  expect((await wakeResponse).status()).toBe(200)
  await page.getByText('Trying now').waitFor()
})

test('the spreadsheet is rebuilt from the desk, with a count of its rows', async () => {
  await apply(harness.server, 'StartupStudio', studio('Farah Khan', 'Palai'))
  const rows = () => google.rows('StartupStudio')
  const id = await until('the row', () => rows().find(({ founderName }) => founderName === 'Farah Khan')?.id)
  google.post({ action: 'delete', id }, { key: google.key() })
  google.post({ sheet: 'StartupStudio', id: 'stray', form_type: 'StartupStudio' }, { key: google.key() })
  const page = await harness.open('/app/dashboard', { width: 360, height: 740 })
  await page.getByRole(...button('More')).click()
  await page.getByRole(...button('Spreadsheet')).click()
  const question = page.getByRole('dialog', { name: 'Rebuild the spreadsheet?' })
  await question.getByRole(...button('Rebuild')).click()
  await question.getByText(/^Done: \d+ rows?, 1 removed\.$/).waitFor()
  expect(rows().filter((row) => row.id === id)).toHaveLength(1)
  expect(await axeFaults(page)).toEqual([])
})
