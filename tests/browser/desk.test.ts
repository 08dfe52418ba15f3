import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { rows as rowsOf } from '../support/rows.ts'
import { apply, contact, refused, row, rows, startDesk, studio } from './desk-harness.ts'
import { hasFocus } from './drive.ts'

/** The hold in seconds: long enough for a busy machine, short enough to wait for a letter. */
const hold = 10

const harness = startDesk({ DECISION_HOLD_S: String(hold) })

/** Presses Delete next to an application, and confirms it. */
async function remove(page: Page, name: string): Promise<void> {
  for (const container of [row(page, name), page.getByRole('alertdialog')]) await container.getByRole(...button('Delete')).click()
}
const dialog = (page: Page) => page.getByRole('dialog')
/** The server's counts of applications: in total, and by status. */
const stats = async (): Promise<Readonly<Record<string, number>>> => (await harness.server.call('/api/stats')).body.stats
const card = (page: Page, name: string) => page.getByRole('list', { name: 'Summary' }).getByRole('link', { name })
/** The line above a list of all applications, of at least two. */
const newestFirst = /^\d+ applications, newest first$/
/** A button by its label; next to an application the label ends with the applicant's name. */
const button = (name: string) => ['button', { name: new RegExp(`^${name}( |$)`) }] as const

/** Opens the desk and waits for its list. */
async function desk(path = '/app/dashboard', size?: { width: number; height: number }): Promise<Page> {
  const page = await harness.open(path, size)
  await page
    .getByText(/applications?(, newest first| found)$|No applications/)
    .first()
    .waitFor()
  return page
}

describe('access', () => {
  test('without a session the page has no record and goes to the sign-in screen', async () => {
    const html = await (await fetch(`${harness.server.url}/app/dashboard`)).text()
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toContain('Opening the desk')
    const page = await harness.page()
    for (const path of ['/app/dashboard', '/app/dashboard/Accelerator?status=pending']) {
      await page.goto(path)
      await page.waitForURL('**/app')
    }
  })

  test('an expired session clears the stored data and leads back after signing in', async () => {
    const page = await desk()
    await page.evaluate(() => {
      localStorage.setItem('auth_user', '{}')
      localStorage.setItem('auth_token', 'e30')
    })
    await page.route('**/api/**', (route) =>
      route.fulfill({
        status: 401,
        json: { success: false, error: 'Your session has expired. Please log in again.', code: 'SESSION_EXPIRED', timestamp: '' },
      }),
    )
    await page.getByRole(...button('Refresh')).click()
    await page.waitForURL('**/app')
    await page.getByText('Your session has expired. Please log in again.').waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    harness.provoke(/Failed to load resource.*401/)
  })
})

describe('one application', () => {
  test('is shown with its form, company, date and status, and read in the details', async () => {
    await apply(harness.server, 'StartupStudio', studio('Asha Raman', 'Tamarind Trace'))
    const page = await desk()
    const asha = row(page, 'Asha Raman')
    for (const text of ['Tamarind Trace', 'Startup Studio', 'Pending']) await asha.getByText(text, { exact: true }).waitFor()
    for (const name of ['View Details', 'Approve', 'Pitch', 'Reject', 'Delete'])
      expect(await asha.getByRole(...button(name)).isVisible()).toBe(true)
    const counts = await stats()
    expect(counts.total).toBeGreaterThan(0)
    for (const name of ['Total', 'Pending', 'Approved', 'Rejected', 'Pitch'])
      await expect.poll(() => card(page, name).textContent()).toBe(`${name} ${counts[name.toLowerCase()]}`)

    await asha.getByRole(...button('View Details')).click()
    const details = dialog(page)
    await details.getByRole('heading', { name: 'Asha Raman' }).waitFor()
    await details.getByText('Spice exporters cannot prove where a lot was grown.').waitFor()
    await details.getByText('Not answered: Team size').waitFor()
    const site = details.getByRole('link', { name: 'www.tamarind.example' })
    expect(await site.getAttribute('href')).toBe('https://www.tamarind.example/')
    expect(await site.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    expect(await details.getByRole('link', { name: 'https://tamarind.example/demo' }).getAttribute('target')).toBe('_blank')
    await details.getByText('Confirmation to the applicant').waitFor()
    await details.getByText('Submitted', { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('details')).not.toBeNull()

    // Back closes them.
    await page.goBack()
    await details.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/app/dashboard')
  })

  test('notes, a request and the sentence for a letter survive the end of the session', async () => {
    harness.provoke(/Failed to load resource.*401/)
    await apply(harness.server, 'StartupStudio', studio('Last Leela', 'Leela Looms'))
    const page = await desk('/app/dashboard?q=Leela')
    await page.keyboard.press('j')
    const pane = page.locator('[data-pane]')
    const request = pane.getByLabel('What do you need?')
    const sentence = dialog(page).getByLabel('Add a sentence')
    await pane.getByRole(...button('Request something')).click()
    await request.fill('Your last balance sheet.')
    await pane.getByRole(...button('Preview letter')).click()
    await sentence.fill('Bring a sample.')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await page.route('**/api/applications/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 401, json: { success: false, error: 'Expired.', code: 'SESSION_EXPIRED' } })
        : route.continue(),
    )
    await pane.getByLabel('Notes').fill('Written at the last moment.')
    await pane.getByLabel('Notes').blur()
    await page.waitForURL('**/app')
    await page.unroute('**/api/applications/*')
    await page.goto('/app/dashboard?q=Leela')
    await page.getByText('Notes saved').waitFor()
    await rows(page).first().waitFor()
    await page.keyboard.press('j')
    await expect.poll(() => pane.getByLabel('Notes').inputValue()).toBe('Written at the last moment.')
    await pane.getByRole(...button('Request something')).click()
    expect(await request.inputValue()).toBe('Your last balance sheet.')
    await pane.getByRole(...button('Preview letter')).click()
    expect(await sentence.inputValue()).toBe('Bring a sample.')
  })
})

describe('deciding', () => {
  test('Approve: the toast, the counters, no more buttons, the letter after the hold', async () => {
    await apply(harness.server, 'StartupStudio', studio('Anand Kumar', 'Palmyra Works'))
    const { approved = 0 } = await stats()
    const page = await desk()
    await row(page, 'Anand Kumar')
      .getByRole(...button('Approve'))
      .click()
    await page.getByText('Application approved successfully', { exact: true }).waitFor()
    await row(page, 'Anand Kumar').getByText('Approved').waitFor()
    for (const name of ['Approve', 'Pitch', 'Reject'])
      expect(
        await row(page, 'Anand Kumar')
          .getByRole(...button(name))
          .count(),
      ).toBe(0)
    await expect.poll(() => card(page, 'Approved').textContent()).toBe(`Approved ${approved + 1}`)
    const letter = await harness.server.mail(
      ({ to, subject }) =>
        to?.[0]?.address === 'anand.kumar@example.in' &&
        subject?.startsWith('Good news about your Startup Studio application') === true,
    )
    expect(letter.text).toContain('Anand')
  })

  test('Undo reverts the decision: status, counters, and no letter', async () => {
    await apply(harness.server, 'StartupStudio', studio('Vikram Sundar', 'Kolathur Robotics'))
    const { rejected } = await stats()
    const page = await desk()
    await row(page, 'Vikram Sundar')
      .getByRole(...button('Reject'))
      .click()
    await page.getByText('Application rejected successfully', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()
    await row(page, 'Vikram Sundar').getByText('Pending').waitFor()
    await expect.poll(() => card(page, 'Rejected').textContent()).toBe(`Rejected ${rejected}`)
    await row(page, 'Vikram Sundar')
      .getByRole(...button('View Details'))
      .click()
    await dialog(page).getByText('Decision undone: Rejected → Pending').waitFor()
    await dialog(page).getByText('Cancelled before it was sent').waitFor()
  })

  test('Pitch, and its outcome in the details', async () => {
    await apply(harness.server, 'StartupStudio', studio('Priya Menon', 'Karur Looms'))
    const page = await desk()
    await row(page, 'Priya Menon')
      .getByRole(...button('Pitch'))
      .click()
    await page.getByText('Application pitch successfully', { exact: true }).waitFor()
    await row(page, 'Priya Menon').getByText('Pitch').waitFor()
    expect(
      await row(page, 'Priya Menon')
        .getByRole(...button('Approve'))
        .count(),
    ).toBe(0)
    await row(page, 'Priya Menon')
      .getByRole(...button('View Details'))
      .click()
    const outcome = dialog(page).getByRole('group', { name: 'Outcome of the meeting' })
    await outcome.waitFor()
    await dialog(page).getByLabel('Meeting', { exact: true }).fill('2027-01-05T10:30')
    await dialog(page)
      .getByRole(...button('Save meeting'))
      .click()
    await dialog(page).getByText('Set for 5 Jan 2027, 10:30', { exact: true }).waitFor()
    // Within the hold of the invitation a rejection would replace it.
    await harness.server.mail(
      ({ to, subject }) =>
        to?.[0]?.address === 'priya.menon@example.in' && subject?.startsWith('An invitation to pitch') === true,
    )
    await outcome.getByRole(...button('Reject')).click()
    await page.getByText('Application rejected successfully', { exact: true }).waitFor()
    // It was ahead, so it is cancelled, and the letter is that for somebody whom we did not meet.
    await dialog(page).getByText('Rejection to the applicant').waitFor()
    await dialog(page).getByText('Status: Pitch → Rejected, meeting of 5 Jan 2027, 10:30 cancelled').waitFor()
    expect(await outcome.count()).toBe(0)
  })

  test('two windows decide at once: the second gets a conflict and the new status', async () => {
    await apply(harness.server, 'Contact', contact('Meena Iyer'))
    const first = await desk()
    // The second window gets no event: both decide at the same moment.
    const second = await harness.page(true)
    await second.route('**/api/applications/events', (route) => route.abort())
    await second.goto('/app/dashboard')
    await row(second, 'Meena Iyer').waitFor()
    await row(first, 'Meena Iyer')
      .getByRole(...button('Approve'))
      .click()
    await first.getByText('Application approved successfully').waitFor()
    await row(second, 'Meena Iyer')
      .getByRole(...button('Reject'))
      .click()
    await second.getByText('Failed to update application status').waitFor()
    await second.getByText(/It is already approved/).waitFor()
    await row(second, 'Meena Iyer').getByText('Approved').waitFor()
    harness.provoke(...refused)
  })

  test('a failed decision shows a message and changes nothing', async () => {
    await apply(harness.server, 'Contact', contact('Farhan Ali'))
    const page = await desk()
    await page.route('**/api/applications/*', (route) =>
      ['PATCH', 'DELETE'].includes(route.request().method()) ? route.fulfill({ status: 500, body: 'no' }) : route.continue(),
    )
    await row(page, 'Farhan Ali')
      .getByRole(...button('Approve'))
      .click()
    await page.getByText('Failed to update application status').waitFor()
    await remove(page, 'Farhan Ali')
    await page.getByText('Failed to delete application').waitFor()
    await row(page, 'Farhan Ali').getByText('Pending').waitFor()
    harness.provoke(...refused)
  })
})

describe('deleting', () => {
  test('needs confirmation: Cancel keeps it, Delete removes it, Undo restores it', async () => {
    await apply(harness.server, 'Contact', contact('Devi Nair'))
    const page = await desk()
    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this application?' })
    await row(page, 'Devi Nair')
      .getByRole(...button('Delete'))
      .click()
    await question.getByRole(...button('Cancel')).click()
    await question.waitFor({ state: 'detached' })
    expect(await row(page, 'Devi Nair').count()).toBe(1)
    await row(page, 'Devi Nair')
      .getByRole(...button('Delete'))
      .click()
    await question.getByRole(...button('Delete')).click()
    await page.getByText('Application deleted successfully', { exact: true }).waitFor()
    await row(page, 'Devi Nair').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => localStorage.getItem('cached_applications') ?? '')).not.toContain('Devi Nair')
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Devi Nair').waitFor()
  })

  test('removes it from a list response that was already loading', async () => {
    await apply(harness.server, 'Contact', contact('Gone Meanwhile'))
    const page = await desk()
    await row(page, 'Gone Meanwhile').waitFor()
    const read = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const delivered = Promise.withResolvers<void>()
    const hold = async (route: Route): Promise<void> => {
      const answer = await route.fetch()
      read.resolve()
      await released.promise
      // the desk may have given this request up for a newer one
      await route.fulfill({ response: answer }).catch(() => {})
      delivered.resolve()
    }
    // once: a later list may still be loading when the test ends
    await page.route(/\/api\/applications\?/, hold, { times: 1 })
    await page.getByRole(...button('Refresh')).click()
    await read.promise
    await remove(page, 'Gone Meanwhile')
    await row(page, 'Gone Meanwhile').waitFor({ state: 'detached' })
    released.resolve()
    await delivered.promise
    await page.locator('button[data-spinning]').waitFor({ state: 'detached' })
    expect(await row(page, 'Gone Meanwhile').count()).toBe(0)
  })

  test('does not close another application that was opened in the details meanwhile', async () => {
    for (const name of ['Next Nila', 'Gone Gita']) await apply(harness.server, 'Contact', contact(name, 'okra'))
    const page = await desk('/app/dashboard?q=okra')
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/applications/*', async (route) => {
      if (route.request().method() === 'DELETE') await answer.promise
      await route.continue()
    })
    await row(page, 'Gone Gita')
      .getByRole(...button('View Details'))
      .click()
    for (const container of [dialog(page), page.getByRole('alertdialog')]) await container.getByRole(...button('Delete')).click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    const next = dialog(page).getByRole('heading', { name: 'Next Nila' })
    await next.waitFor()
    answer.resolve()
    await row(page, 'Gone Gita').waitFor({ state: 'detached' })
    await page.getByText('Application deleted successfully', { exact: true }).waitFor()
    expect(await next.isVisible()).toBe(true)
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('from the details is confirmed above them, and closes them', async () => {
    // What belongs to it may be asked for at the moment at which it is deleted.
    harness.provoke(...refused)
    await apply(harness.server, 'Contact', contact('Gone Tomorrow'))
    const page = await desk()
    await row(page, 'Gone Tomorrow')
      .getByRole(...button('View Details'))
      .click()
    await dialog(page)
      .getByRole(...button('Delete'))
      .click()
    await page
      .getByRole('alertdialog')
      .getByRole(...button('Cancel'))
      .click()
    await dialog(page)
      .getByRole(...button('Delete'))
      .click()
    await page
      .getByRole('alertdialog')
      .getByRole(...button('Delete'))
      .click()
    await page.getByText('Application deleted successfully', { exact: true }).waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    expect(await row(page, 'Gone Tomorrow').count()).toBe(0)
  })
})

describe('finding', () => {
  test('keeps the form in the path, status and search in the query, for Back and Forward', async () => {
    const approved = await harness.server.apply('FundRaise', { founderName: 'Found Fathima' })
    await harness.server.apply('FundRaise', { founderName: 'Pending Pandian' })
    await harness.server.decide(approved.path, 'approved')
    const page = await desk('/app/dashboard/FundRaise')
    expect(await page.getByLabel('Form type').inputValue()).toBe('FundRaise')
    expect(await rows(page).count()).toBe(2)
    await page.getByLabel('Status').selectOption('approved')
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(page.url()).toBe(`${harness.server.url}/app/dashboard/FundRaise?status=approved`)
    await page.getByLabel('Form type').selectOption('')
    await expect.poll(() => page.url()).toBe(`${harness.server.url}/app/dashboard?status=approved`)
    await page.getByLabel('Search').fill('warehouse fathima')
    await expect.poll(() => page.url()).toContain('q=warehouse+fathima')
    await page.getByText('Try adjusting your filters to see more results.').waitFor()
    await page.getByLabel('Search').fill('fathima')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.goBack()
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('')
    expect(await page.getByLabel('Status').inputValue()).toBe('approved')
    await page.goBack()
    await page.goBack()
    expect(await page.getByLabel('Form type').inputValue()).toBe('FundRaise')
    expect(await page.getByLabel('Status').inputValue()).toBe('')
    await page.goForward()
    await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('approved')
  })

  test('an unknown form type means all forms', async () => {
    for (const name of ['Any Anandhi', 'Any Otilia']) await apply(harness.server, 'Contact', contact(name))
    const page = await desk('/app/dashboard/nonsense')
    expect(await page.getByLabel('Form type').inputValue()).toBe('')
    await page.getByText(newestFirst).waitFor()
    for (const name of ['Any Anandhi', 'Any Otilia']) await row(page, name).waitFor()
  })
})

describe('loading', () => {
  test('cached data is shown while the list loads', async () => {
    for (const name of ['Painted Padma', 'Painted Pari']) await apply(harness.server, 'Contact', contact(name))
    const page = await desk()
    await page.evaluate(() => {
      const claims = btoa(JSON.stringify({ userId: 'a', email: 'a', exp: Date.now() / 1000 + 3600 }))
      localStorage.setItem('auth_token', claims)
    })
    let go = (): void => undefined
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route('**/api/**', async (route) => {
      await held
      return route.continue()
    })
    await page.reload()
    await row(page, 'Painted Padma').waitFor()
    await page.getByText('Loading… These are from the last visit.').waitFor()
    go()
    await page.getByText(newestFirst).waitFor()
  })

  test('a list that fails to load shows a message, and Try again loads it', async () => {
    await apply(harness.server, 'Contact', contact('Loaded Latika'))
    const page = await harness.page(true)
    await page.route('**/api/applications?*', (route) => route.fulfill({ status: 500, body: 'no' }))
    await page.goto('/app/dashboard')
    await page.getByText('Failed to load applications', { exact: true }).waitFor()
    await page.unroute('**/api/applications?*')
    await page.getByRole(...button('Try again')).click()
    await row(page, 'Loaded Latika').waitFor()
    harness.provoke(...refused)
  })

  test('without the event stream, a new application shows with the next poll', async () => {
    await apply(harness.server, 'Contact', contact('Here Harini'))
    const page = await harness.page(true)
    await page.route('**/api/applications/events', (route) => route.fulfill({ status: 429, json: {} }))
    await page.clock.install()
    await page.goto('/app/dashboard')
    await row(page, 'Here Harini').waitFor()
    await apply(harness.server, 'Contact', contact('Deepa Krishnan'))
    await page.clock.fastForward(31_000)
    await row(page, 'Deepa Krishnan').waitFor()
    harness.provoke(/Failed to load resource.*429/)
  })

  test('works with warnings when storage is forbidden', async () => {
    await apply(harness.server, 'Contact', contact('Forbidden Farida'))
    // A late reload of the list repeats the warning.
    harness.provoke(/desk: browser storage: /)
    const page = await harness.page(true)
    await page.addInitScript(() => {
      const no = (): never => {
        throw new DOMException('forbidden', 'SecurityError')
      }
      Object.assign(Storage.prototype, { setItem: no, getItem: no, removeItem: no })
    })
    await page.goto('/app/dashboard')
    await row(page, 'Forbidden Farida').waitFor()
    const consoleMessages = harness.consoleMessages()
    expect(consoleMessages.length).toBeGreaterThan(0)
    expect(consoleMessages.filter((line) => !line.startsWith('warning: desk: browser storage: '))).toEqual([])
  })
})

test('parked mail is shown, and can be sent again', async () => {
  const page = await harness.page(true)
  const id = await apply(harness.server, 'Contact', contact('Joseph Mathew'))
  const parked = {
    id: 'm-1',
    topic: 'mail.letter',
    letter: 'approval',
    application_id: id,
    state: 'parked',
    attempts: 31,
    due_at: '2026-11-20T10:00:00.000Z',
    sent_at: null,
    last_fault: '550 no such mailbox',
  }
  let requested = ''
  await page.route('**/api/outbox', (route) =>
    route.fulfill({ json: { success: true, parked: requested === '' ? [parked] : [], waiting: 0 } }),
  )
  await page.route('**/api/outbox/*/retry', (route) => {
    requested = route.request().url()
    return route.fulfill({ json: { success: true } })
  })
  await page.goto('/app/dashboard')
  const banner = page.getByRole('region', { name: '1 message could not be delivered' })
  await banner.getByText('550 no such mailbox').waitFor()
  await banner.getByRole(...button('Send again')).click()
  await banner.waitFor({ state: 'detached' })
  expect(requested).toBe(`${harness.server.url}/api/outbox/m-1/retry`)
})

test('links to the other applications of the same person', async () => {
  await apply(harness.server, 'StartupStudio', studio('Lakshmi N', 'First Try', { email: 'lakshmi@gmail.com' }))
  await apply(harness.server, 'Contact', { ...contact('Lakshmi Narayan'), email: 'Lakshmi@gmail.com' })
  const page = await desk()
  await row(page, 'Lakshmi Narayan')
    .getByRole(...button('View Details'))
    .click()
  await dialog(page).getByText('Also from this person? 1').click()
  await dialog(page)
    .getByRole(...button('Open'))
    .click()
  await dialog(page).getByRole('heading', { name: 'Lakshmi N', exact: true }).waitFor()
})

describe('deciding about several at once', () => {
  test('shows names and letters before, each outcome after, and has one undo', async () => {
    for (const name of ['Many One', 'Many Two', 'Many Three']) await apply(harness.server, 'Contact', contact(name, 'ibis'))
    const page = await desk('/app/dashboard?status=pending&q=ibis')
    const bar = page.getByRole('region', { name: 'Selected applications' })
    await row(page, 'Many Three').getByLabel('Select Many Three').check()
    await bar.getByText('1 selected').waitFor()
    await bar.getByRole('button', { name: 'Select all 3' }).click()
    await bar.getByRole(...button('Approve 3')).click()
    const question = page.getByRole('dialog', { name: 'Approve 3 applications?' })
    await question.getByText('Each of these 3 gets an approval with the booking link by mail').waitFor()
    expect(await question.getByRole('listitem').count()).toBe(3)

    // Meanwhile, in another window, one of them is invited. An approval would be allowed, with the letter after a meeting.
    const other = await desk('/app/dashboard?q=ibis')
    await row(other, 'Many Two')
      .getByRole(...button('Pitch'))
      .click()
    await other.getByText('Many Two is invited to pitch.').waitFor()

    await question.getByRole(...button('Approve 3')).click()
    await question.getByText('Not done. It was decided in another window: it is pitch now.').waitFor()
    await question.getByText('2 of 3 done').waitFor()
    expect(await question.getByText('Done', { exact: true }).count()).toBe(2)
    await page.getByText('2 applications: approved successfully').waitFor()
    expect(await question.getByRole('button', { name: /again/ }).count()).toBe(0)
    await question.getByRole(...button('Close')).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 applications are as they were.').waitFor()
    await expect.poll(() => rows(page).count()).toBe(2)
    expect(await bar.count()).toBe(0)
  })
})

describe('by keyboard alone', () => {
  test('a decision by a key disables its buttons at once, on a slow connection too', async () => {
    for (const name of ['Slow Sita', 'Slow Selvi']) await apply(harness.server, 'Contact', contact(name, 'slowly'))
    const page = await desk('/app/dashboard?q=slowly')
    const pane = page.locator('[data-pane]')
    await page.keyboard.press('j')
    await pane.getByRole('heading', { name: 'Slow Selvi' }).waitFor()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    let posts = 0
    await page.route('**/api/applications/*', async (route) => {
      if (route.request().method() === 'PATCH') {
        posts += 1
        await answered
      }
      await route.continue()
    })
    const approve = (within: Locator) => within.getByRole('button', { name: /^Approve/ }).getAttribute('aria-disabled')
    await page.keyboard.press('a')
    await pane.getByRole('heading', { name: 'Slow Sita' }).waitFor()
    expect(await Promise.all([row(page, 'Slow Selvi'), row(page, 'Slow Sita'), pane].map(approve))).toEqual(['true', null, null])
    await page.keyboard.press('k')
    await pane.getByRole('heading', { name: 'Slow Selvi' }).waitFor()
    expect(await approve(pane)).toBe('true')
    await page.keyboard.press('a')
    await page.getByText('Already on its way').waitFor()
    answer()
    await row(page, 'Slow Selvi').getByText('Approved', { exact: true }).waitFor()
    expect(posts).toBe(1)
  })

  // Three decisions of two kinds each; in the drills a morning's work.
  test.each(rowsOf([20, 6], [6]))('%i applications are decided with a key each, and the last is undone', async (count) => {
    for (let n = 0; n < count; n++) await apply(harness.server, 'Contact', contact(`Reader ${n}`, `Message ${n} zebra${count}`))
    const page = await desk(`/app/dashboard?status=pending&q=zebra${count}`)
    const pane = page.getByRole('region', { name: /^Reader/ })
    await page.keyboard.press('j')
    for (let n = count - 1; n >= 0; n--) {
      await pane.getByText(`Message ${n} zebra`).waitFor()
      await page.locator('[data-pane]:not([data-settling])').waitFor()
      await page.keyboard.press(['a', 'r', 'p'][n % 3] ?? 'a')
      if (n > 0) await page.getByText(`${n} application${n === 1 ? '' : 's'} found`, { exact: true }).waitFor()
    }
    await page.getByText('Try adjusting your filters to see more results.').waitFor()
    await page.keyboard.press('u')
    await row(page, 'Reader 0').waitFor()
    await pane.getByText('Message 0 zebra').waitFor()
  })

  test('t delays a due application, u undoes it, and a selection is delayed together', async () => {
    for (const name of ['Late Lata', 'Late Latif']) await apply(harness.server, 'Contact', contact(name, 'okapi'))
    const page = await desk('/app/dashboard?q=okapi')
    const pane = page.getByRole('region', { name: /^Late/ })
    const delay = pane.getByRole('button', { name: 'Delay', exact: true })
    await page.keyboard.press('j')
    await delay.waitFor()
    const due = await pane.getByTitle(/^Promised by/).textContent()
    await page.keyboard.press('t')
    await page.getByText('Application delayed successfully').waitFor()
    // The delayed one was the newest; the next one opens after it.
    await page.getByRole('region', { name: 'Late Lata' }).waitFor()
    // Keys wait for a moment after an application has replaced another by itself.
    await expect
      .poll(async () => {
        await page.keyboard.press('k')
        return pane.getByText(/^Delayed until/).isVisible()
      })
      .toBe(true)
    await pane.getByText(/^Notice of a delay to the applicant/).waitFor()
    expect(await pane.getByTitle(/^Promised by/).textContent()).not.toBe(due)
    expect(await delay.count()).toBe(0)
    await page.keyboard.press('u')
    await delay.waitFor()
    expect(await pane.getByTitle(/^Promised by/).textContent()).toBe(due)

    for (const name of ['Late Lata', 'Late Latif']) await row(page, name).getByLabel(`Select ${name}`).check()
    await page.keyboard.press('t')
    const question = page.getByRole('dialog', { name: 'Delay the answer to 2 applications?' })
    await question.getByText('a letter with the new day by which we answer').waitFor()
    await question.getByRole(...button('Delay 2')).click()
    await page.getByText('2 applications: delayed successfully').waitFor()
  })

  test('keys decide nothing behind a dialog, also after a save in it failed', async () => {
    harness.provoke(...refused)
    await apply(harness.server, 'StartupStudio', studio('Hidden Hema', 'Hema Mills'))
    const page = await desk('/app/dashboard?q=Hema')
    await page.keyboard.press('j')
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/rubrics/**', async (route) => {
      await answer.promise
      await route.fulfill({ status: 500, json: { success: false, error: 'Out of order' } })
    })
    await page.getByRole(...button('Edit the rubric')).click()
    const save = dialog(page).getByRole('button', { name: /Save the rubric|One moment/ })
    await save.focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByText('One moment…').waitFor()
    expect(await hasFocus(save)).toBe(true)
    answer.resolve()
    await dialog(page).getByText('Out of order').waitFor()
    expect(await hasFocus(save)).toBe(true)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    for (const key of ['a', 'r', 'p', 'd', 'j']) await page.keyboard.press(key)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await row(page, 'Hidden Hema').getByText('Pending', { exact: true }).waitFor()
    expect(await page.getByText(/^Application \w+ successfully$/).count()).toBe(0)
  })

  test('the focus stays near a button that a decision, an undo or a deletion removes', async () => {
    for (const name of ['Tab Tara', 'Tab Tilak']) await apply(harness.server, 'Contact', contact(name, 'tabbing'))
    const page = await desk('/app/dashboard?q=tabbing')
    const pressed = async (target: Locator): Promise<void> => {
      await target.focus()
      await page.keyboard.press('Enter')
    }
    const pane = page.locator('[data-pane]')
    const toasts = page.getByRole('region', { name: 'Messages' })
    await row(page, 'Tab Tilak').getByRole('button', { name: 'Tab Tilak', exact: true }).click()
    // It is marked as read before it is deleted.
    await row(page, 'Tab Tilak').getByText('Unread').waitFor({ state: 'detached' })
    await pressed(pane.getByRole('button', { name: 'Approve', exact: true }))
    await pane.getByRole('heading', { name: 'Tab Tara' }).waitFor()
    await expect.poll(() => hasFocus(pane)).toBe(true)
    await pressed(toasts.getByRole('button', { name: 'Undo' }))
    await toasts.getByText('Undone').waitFor()
    await expect.poll(() => hasFocus(toasts)).toBe(true)
    await pressed(row(page, 'Tab Tilak').getByRole(...button('Delete')))
    await pressed(page.getByRole('alertdialog').getByRole(...button('Delete')))
    await row(page, 'Tab Tilak').waitFor({ state: 'detached' })
    // The list, or the first control in it: the row may be removed before the dialog has closed.
    const list = page.getByRole('list', { name: 'Applications' })
    await expect.poll(() => list.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  })

  test('a form below the letters gives the focus back to the button that opened it', async () => {
    await apply(harness.server, 'Contact', contact('Focused Farah'))
    const page = await desk('/app/dashboard?q=Farah')
    await page.keyboard.press('j')
    const pane = page.getByRole('region', { name: 'Focused Farah' })
    const open = pane.getByRole('button', { name: 'Message', exact: true })
    await open.waitFor()
    // Its key opens it, and leads into the open one again.
    for (let press = 0; press < 2; press++) {
      await page.keyboard.press('w')
      await expect.poll(() => hasFocus(pane.getByLabel('Subject'))).toBe(true)
      await page.keyboard.press('Escape')
    }
    await pane.getByLabel('Subject').fill('Your question')
    await pane.getByRole('textbox', { name: 'Message' }).fill('Yes, we do.')
    await pane.getByRole('button', { name: 'Send now', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('On its way').waitFor()
    await expect.poll(() => hasFocus(open)).toBe(true)
  })

  test('keys do nothing while typing, and can be switched off; ? lists them', async () => {
    await apply(harness.server, 'Contact', contact('Quiet Quadir'))
    const page = await desk()
    await page.keyboard.press('/')
    await page.keyboard.type('japr?')
    expect(await page.getByLabel('Search').inputValue()).toBe('japr?')
    await page.waitForURL('**/app/dashboard?q=japr%3F')
    const list = page.getByRole('region', { name: 'List of applications' })
    await expect.poll(() => list.textContent()).toContain('Try adjusting')
    await page.getByRole(...button('Clear filters')).click()
    await rows(page).first().waitFor()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keys' })
    await help.getByText('Undo', { exact: true }).waitFor()
    await help.getByLabel('Keyboard shortcuts on this device').uncheck()
    await help.getByRole(...button('Close')).click()
    await help.waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.keyboard.press('j')
    expect(await page.getByRole('region', { name: 'Reading' }).count()).toBe(1)
    expect(await help.count()).toBe(0)
  })
})

test('Clear filters discards a typed search that is not applied yet', async () => {
  await apply(harness.server, 'Contact', contact('Cleared Clara'))
  const page = await desk('/app/dashboard?status=pending')
  await rows(page).first().waitFor()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await page.getByLabel('Search').fill('japr')
  await page.getByRole(...button('Clear filters')).click()
  expect(await page.getByLabel('Search').inputValue()).toBe('')
  await page.clock.runFor(1000)
  expect(await page.getByLabel('Search').inputValue()).toBe('')
  expect(new URL(page.url()).search).toBe('')
})

describe('many', () => {
  test('more than a hundred applications load page by page while scrolling', async () => {
    for (let n = 0; n < 120; n += 20)
      await Promise.all(Array.from({ length: 20 }, (_, i) => apply(harness.server, 'Contact', contact(`Many ${n + i}`, 'heron'))))
    const page = await desk('/app/dashboard?q=heron')
    await page.getByText('120 applications found').waitFor()
    expect(await rows(page).count()).toBeLessThan(40)
    const list = page.getByRole('list', { name: 'Applications' })
    for (;;) {
      await page.mouse.wheel(0, 4_000)
      const last = await list.locator('li').last().getAttribute('aria-posinset')
      if (last === '120') break
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    expect(await list.locator('li').last().getAttribute('aria-setsize')).toBe('120')
  })
})
