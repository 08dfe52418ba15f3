import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { apply, contact, messages, pane, row, startDesk, studio } from './desk-harness.ts'

// Nothing is decided, deleted or released by accident: neither by a press that meets another row, nor by a key that comes early.

const harness = startDesk({ DECISION_HOLD_S: '60' })

const message = (name: string, word: string) => contact(name, `${name} asks about ${word}.`)

/** Submits messages with the same word, the first name last, and opens the list that shows them in this order. */
async function listed(word: string, names: readonly string[], size?: { width: number; height: number }): Promise<Page> {
  for (const name of names.toReversed()) await apply(harness.server, 'Contact', message(name, word))
  const page = await harness.page(true, size)
  const heard = page.waitForResponse('**/api/applications/events')
  await page.goto(`/app/dashboard?q=${word}%20is%3Apending`)
  await row(page, names[0] ?? '').waitFor()
  await heard
  return page
}

/** Waits until keys act on the application that the desk has gone on to. */
const settled = (page: Page): Promise<void> => page.locator('[data-pane]:not([data-settling])').waitFor()

/** Moves the pointer onto the middle of a control, and leaves it there. */
async function rest(page: Page, control: Locator): Promise<void> {
  const box = await control.boundingBox()
  if (box === null) throw new Error('the control is not visible')
  await page.mouse.move(box.x + box.width / 2 - 9, box.y + box.height / 2)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 })
}

/** Presses the mouse where it is. */
async function press(page: Page): Promise<void> {
  await page.mouse.down()
  await page.mouse.up()
}

/** How many lines a text takes. */
const linesOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })

/** The status of each application on the server, by applicant. */
async function statuses(word: string): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(
    (await harness.server.listed(`q=${word}`)).map(({ applicant_name, status }) => [applicant_name, status]),
  )
}

/** Holds the answers to decisions until the returned function is called. */
async function holdDecisions(page: Page): Promise<() => void> {
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/applications/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    const response = await route.fetch()
    await answer.promise
    await route.fulfill({ response })
  })
  return answer.resolve
}

describe('the undo key', () => {
  test('takes back the decision that is still on its way, not the one before it', async () => {
    const page = await listed('heron', ['Anu First', 'Bala Second', 'Chitra Third'])
    await page.keyboard.press('j')
    await pane(page).getByRole('heading', { name: 'Anu First' }).waitFor()
    await page.keyboard.press('a')
    await pane(page).getByRole('heading', { name: 'Bala Second' }).waitFor()
    await messages(page).getByText('Application approved successfully').waitFor()
    const answer = await holdDecisions(page)
    await settled(page)
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.keyboard.press('r')
    await sent
    await page.keyboard.press('u')
    await messages(page).getByText('Bala Second: undone as soon as it is saved.').waitFor()
    answer()
    await messages(page).getByText('Bala Second is pending again.').waitFor()
    expect(await statuses('heron')).toEqual({ 'Anu First': 'approved', 'Bala Second': 'pending', 'Chitra Third': 'pending' })
    await page.keyboard.press('u')
    await messages(page).getByText('Anu First is pending again.').waitFor()
    expect(await statuses('heron')).toEqual({ 'Anu First': 'pending', 'Bala Second': 'pending', 'Chitra Third': 'pending' })
  })

  test('works after a reload while the server holds a decision or a deletion', async () => {
    const page = await listed('stork', ['Devi Decided', 'Esha Erased'])
    await page.keyboard.press('j')
    await pane(page).getByRole('heading', { name: 'Devi Decided' }).waitFor()
    await page.keyboard.press('r')
    await messages(page)
      .getByText(/^Devi Decided\. Letter to devi\.decided@example\.in goes at \d\d:\d\d:\d\d\.$/)
      .waitFor()
    await row(page, 'Esha Erased').getByRole('button', { name: 'Delete Esha Erased' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await messages(page).getByText('Application deleted successfully').waitFor()
    await page.reload()
    await messages(page).getByText('Esha Erased').waitFor()
    await messages(page).getByRole('button', { name: 'Undo' }).click()
    await messages(page).getByText('Esha Erased is pending again.').waitFor()
    await page.keyboard.press('u')
    await messages(page).getByText('Devi Decided is pending again.').waitFor()
    expect(await statuses('stork')).toEqual({ 'Devi Decided': 'pending', 'Esha Erased': 'pending' })
    await page.reload()
    await row(page, 'Devi Decided').waitFor()
    expect(await messages(page).getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })
})

describe('a second press at the same place', () => {
  test('in the list meets the same row, before and after the answer; the row stays', async () => {
    const word = 'wader'
    const page = await listed(word, ['Fala One', 'Gita Two', 'Hema Three'])
    await rest(page, row(page, 'Fala One').getByRole('button', { name: 'Reject Fala One' }))
    const answer = await holdDecisions(page)
    await press(page)
    await press(page)
    answer()
    await row(page, 'Fala One').getByText('Rejected', { exact: true }).waitFor()
    await messages(page).getByText('Application rejected successfully').waitFor()
    await press(page)
    expect(await page.getByRole('list', { name: 'Applications' }).getByRole('article').count()).toBe(3)
    await page.mouse.move(720, 5)
    await row(page, 'Fala One').waitFor({ state: 'detached' })
    expect(await statuses(word)).toEqual({ 'Fala One': 'rejected', 'Gita Two': 'pending', 'Hema Three': 'pending' })
  })

  test('in the pane does nothing, before and after the next application is there', async () => {
    const word = 'plover'
    const page = await listed(word, ['Indu One', 'Jaya Two'])
    await row(page, 'Indu One').getByRole('button', { name: 'Indu One', exact: true }).click()
    const approve = pane(page).getByRole('button', { name: 'Approve', exact: true })
    await rest(page, approve)
    const answer = await holdDecisions(page)
    await press(page)
    await press(page)
    answer()
    await pane(page).getByRole('heading', { name: 'Jaya Two' }).waitFor()
    await press(page)
    await messages(page).getByText('Nothing was done').waitFor()
    await expect.poll(() => statuses(word)).toEqual({ 'Indu One': 'approved', 'Jaya Two': 'pending' })
    // After the pointer has moved, it acts.
    await rest(page, approve)
    await press(page)
    await expect.poll(() => statuses(word)).toEqual({ 'Indu One': 'approved', 'Jaya Two': 'approved' })
  })

  test('by the key of a focused button, or by a letter key, does nothing', async () => {
    const page = await listed('crane', ['Kala One', 'Lata Two', 'Mala Three'])
    await page.clock.install()
    await row(page, 'Kala One').getByRole('button', { name: 'Kala One', exact: true }).click()
    const approve = pane(page).getByRole('button', { name: 'Approve', exact: true })
    await approve.focus()
    // So that the keys are early on a slow machine too.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.keyboard.press('Enter')
    await pane(page).getByRole('heading', { name: 'Lata Two' }).waitFor()
    for (const key of ['a', 'Enter', 'd']) await page.keyboard.press(key)
    await page.clock.runFor(450)
    await settled(page)
    await page.clock.resume()
    await messages(page).getByText('Application approved successfully').waitFor()
    expect(await statuses('crane')).toEqual({ 'Kala One': 'approved', 'Lata Two': 'pending', 'Mala Three': 'pending' })
    await page.keyboard.press('r')
    await messages(page).getByText('Application rejected successfully').waitFor()
    expect(await statuses('crane')).toMatchObject({ 'Lata Two': 'rejected', 'Mala Three': 'pending' })
  })

  test('in quarantine releases one submission', async () => {
    for (const n of [1, 2, 3]) await apply(harness.server, 'Contact', { ...message(`Spammer ${n}`, 'loans'), knot: 'x' })
    const page = await harness.open('/app/quarantine')
    await page.getByText('3 in quarantine').waitFor()
    await rest(page, page.getByRole('button', { name: 'Release: Spammer 3' }))
    await press(page)
    await messages(page).getByText('Released', { exact: true }).waitFor()
    await page.getByText('2 in quarantine').waitFor()
    await page.getByText('No longer in quarantine').waitFor()
    await press(page)
    await page.mouse.move(720, 5)
    await page.getByText('No longer in quarantine').waitFor({ state: 'detached' })
    await page.getByText('2 in quarantine').waitFor()
  })
})

test('a new application waits until the pointer has left the list', async () => {
  const page = await listed('egret', ['Nila Two', 'Oviya One'])
  await rest(page, row(page, 'Nila Two').getByRole('button', { name: 'Reject Nila Two' }))
  await apply(harness.server, 'Contact', message('Newly Arrived', 'egret'))
  const pill = page.getByRole('button', { name: '1 new application' })
  await pill.waitFor()
  expect(await row(page, 'Newly Arrived').count()).toBe(0)
  await press(page)
  await row(page, 'Nila Two').getByText('Rejected', { exact: true }).waitFor()
  expect(await statuses('egret')).toEqual({ 'Newly Arrived': 'pending', 'Nila Two': 'rejected', 'Oviya One': 'pending' })
  await pill.click()
  await row(page, 'Newly Arrived').waitFor()
  await apply(harness.server, 'Contact', message('Even Newer', 'egret'))
  await pill.waitFor({ timeout: 10_000 })
  await page.mouse.move(720, 5)
  await row(page, 'Even Newer').waitFor()
  expect(await pill.count()).toBe(0)
})

describe('the keys of an input method', () => {
  /** Composes a text in the focused field as an input method does, up to the Enter that ends the word. */
  async function compose(page: Page, steps: readonly string[], enter: { key: string; isComposing: boolean }): Promise<void> {
    const session = await page.context().newCDPSession(page)
    const imeKey = { windowsVirtualKeyCode: 229, code: 'Enter', key: enter.key }
    for (const text of steps)
      await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    // Safari ends the word before the key.
    if (!enter.isComposing) await session.send('Input.insertText', { text: steps.at(-1) ?? '' })
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...imeKey })
    if (enter.isComposing) await session.send('Input.insertText', { text: steps.at(-1) ?? '' })
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...imeKey })
  }

  test.each([
    ['Enter while it composes', { key: 'Enter', isComposing: true }],
    ['Enter after it composed', { key: 'Enter', isComposing: false }],
    ['Process', { key: 'Process', isComposing: true }],
  ])('stay in Search, and what is typed next is searched: %s', async (_, enter) => {
    const word = `bulbul${enter.key}${enter.isComposing}`
    const page = await listed(word, ['ரா க', 'ரா ச', 'ரா ட'])
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.fill('')
    await compose(page, ['r', 'ra', 'ரா'], enter)
    await page.keyboard.type('jayam')
    expect(await search.inputValue()).toBe('ராjayam')
    expect(await search.evaluate((field) => document.activeElement === field)).toBe(true)
    expect(Object.values(await statuses(word))).toEqual(['pending', 'pending', 'pending'])
  })

  test('close nothing and send nothing: views of the list, notes', async () => {
    const page = await listed('drongo', ['Uma One'])
    await page.getByText('Views and search words').click()
    const session = await page.context().newCDPSession(page)
    const press = async (key: string, modifiers = 0): Promise<void> => {
      for (const type of ['rawKeyDown', 'keyUp'] as const)
        await session.send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: 229, modifiers })
    }
    await press('Escape')
    expect(await page.getByRole('heading', { name: 'Search words' }).isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('heading', { name: 'Search words' }).isVisible()).toBe(false)
    await press('j')
    expect(await pane(page).getByRole('heading', { name: 'Uma One' }).count()).toBe(0)
  })
})

test('after Search, a decision needs a chosen application', async () => {
  const page = await listed('myna', ['Vani One', 'Yamini Two'])
  await page.keyboard.press('j')
  await pane(page).getByRole('heading', { name: 'Vani One' }).waitFor()
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter')
  for (const key of ['a', 'p', 'Shift+r', 'd']) {
    await page.keyboard.press(key)
    await messages(page).getByText('Choose an application first: press j or k, or its name.').waitFor()
    await messages(page).getByRole('button', { name: 'Dismiss' }).click()
  }
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  expect(await statuses('myna')).toEqual({ 'Vani One': 'pending', 'Yamini Two': 'pending' })
  await page.keyboard.press('j')
  await pane(page).getByRole('heading', { name: 'Yamini Two' }).waitFor()
  // Words about the application do not lose the choice.
  await page.keyboard.press('n')
  await pane(page).getByLabel('Notes').fill('Good.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await expect.poll(() => statuses('myna')).toEqual({ 'Vani One': 'pending', 'Yamini Two': 'approved' })
})

describe('the desk says what a key does', () => {
  test('on a decided application and in Pitch, where the outcome is decided in the pane', async () => {
    const page = await listed('ibis', ['Priya Pitch'])
    await page.goto('/app/dashboard?q=ibis')
    await row(page, 'Priya Pitch').waitFor()
    await page.keyboard.press('j')
    await pane(page).getByText('Each sends a letter to priya.pitch@example.in, 60 s later.').waitFor()
    await page.keyboard.press('p')
    await messages(page)
      .getByText(/^Priya Pitch is invited to pitch\. Letter to priya\.pitch@example\.in goes at \d\d:\d\d:\d\d\.$/)
      .waitFor()
    const outcome = pane(page).getByRole('group', { name: 'Outcome of the meeting' })
    await outcome.waitFor()
    // Its words stand in one line at every width.
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await linesOf(outcome.locator('legend'))).toBe(1)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('p')
    await messages(page).getByText('Already invited to pitch. Reopen?').waitFor()
    await page.keyboard.press('a')
    await messages(page).getByText('Application approved successfully').waitFor()
    await pane(page).getByRole('group', { name: 'Outcome of the meeting' }).waitFor({ state: 'detached' })
    await page.keyboard.press('r')
    await messages(page).getByText('Already approved. Reopen?').waitFor()
    expect(await statuses('ibis')).toEqual({ 'Priya Pitch': 'approved' })
    await messages(page).getByRole('button', { name: 'Reopen' }).last().click()
    await page.getByRole('dialog', { name: 'Reopen the decision?' }).waitFor()
  })

  test('on a phone, no label of a contact and no outcome is broken', async () => {
    const founder = studio('Yazhini Phone', 'Cold Boxes', { website: 'https://www.coldboxes-of-the-coast.example' })
    const id = await apply(harness.server, 'StartupStudio', founder)
    const page = await harness.page(true, { width: 360, height: 740 })
    await page.request.patch(`/api/applications/${id}`, { data: { status: 'pitch', letter: 'none' } })
    await page.goto(`/app/dashboard?details=${id}`)
    const details = page.getByRole('dialog', { name: 'Yazhini Phone' })
    for (const words of [
      details.getByRole('group', { name: 'Outcome of the meeting' }).locator('legend'),
      details.locator('dt', { hasText: 'Website' }),
    ])
      expect(await linesOf(words.first())).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })

  test('signs of all rows cover no text, and have words before a first decision', async () => {
    const company = 'Kadal Cold Boxes of the Coromandel Coast'
    const problemStatement =
      'Fishers lose a fifth of their catch on the way to the market, because ice melts on open carts by noon.'
    for (const name of ['Sita Row', 'Ravi Row'])
      await apply(harness.server, 'StartupStudio', studio(name, company, { problemStatement, targetMarket: 'teal' }))
    const page = await harness.open('/app/dashboard?q=teal')
    await row(page, 'Ravi Row').waitFor()
    const advice = page.getByText('Approve writes to the applicant that you go ahead.')
    await advice.waitFor()
    /** The acts of a row that can be seen, those of them that show their word, the width of each, and the letters of the gist. */
    const signs = (name: string) =>
      row(page, name).evaluate((article) => {
        const acts = [...article.querySelectorAll<HTMLElement>('[data-acts] > button')]
        const boxes = acts.map((act) => act.getBoundingClientRect())
        const texts = [...article.querySelectorAll('h2, p, p > span')].map((text) => text.getBoundingClientRect())
        const meets = (a: DOMRect, b: DOMRect) =>
          a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1
        const gist = [...article.querySelectorAll('p')].find((text) => text.textContent?.startsWith('Fishers'))
        const range = document.createRange()
        const text = gist?.firstChild as Text
        const end = (gist as HTMLElement).getBoundingClientRect().right
        const fits = (letters: number) => {
          range.setStart(text, 0)
          range.setEnd(text, letters)
          return range.getBoundingClientRect().right < end - 12
        }
        return {
          seen: acts.filter((act) => act.checkVisibility({ opacityProperty: true, visibilityProperty: true })).length,
          words: acts.filter((act) => (act.querySelector('span')?.getBoundingClientRect().width ?? 0) > 1).length,
          widths: [...new Set(boxes.map(({ width }) => width))],
          covered: texts.filter((box) => boxes.some((act) => meets(act, box))).length,
          names: acts.map(({ title }) => title),
          gist: fits(60),
        }
      })
    const names = ['View Details (o)', 'Approve (a)', 'Pitch (p)', 'Reject (r)', 'Delete (d)']
    for (const name of ['Ravi Row', 'Sita Row'])
      expect(await signs(name)).toMatchObject({ seen: 5, words: 4, covered: 0, names, gist: true })
    await page.keyboard.press('j')
    await pane(page).getByRole('heading', { name: 'Ravi Row' }).waitFor()
    await page.keyboard.press('a')
    await pane(page).getByRole('heading', { name: 'Sita Row' }).waitFor()
    await page.keyboard.press('u')
    await messages(page)
      .getByText(/^Ravi Row.* is pending again\.$/)
      .waitFor()
    await expect.poll(() => signs('Ravi Row')).toMatchObject({ seen: 5, words: 4, covered: 0 })
    expect(await signs('Sita Row')).toEqual({ seen: 5, words: 0, widths: [28], covered: 0, names, gist: true })
    // The row under the pointer has words too, but not when the pointer comes to one of its signs first.
    const sign = row(page, 'Sita Row').getByRole('button', { name: 'Pitch Sita Row' })
    await rest(page, sign)
    expect(await signs('Sita Row')).toMatchObject({ words: 0 })
    await page.mouse.move(720, 5)
    await rest(page, row(page, 'Sita Row').getByRole('heading'))
    expect(await signs('Sita Row')).toMatchObject({ words: 4, covered: 0 })
    await page.mouse.move(720, 5)
    // One line a row, and it stays after a reload.
    const height = async () => (await row(page, 'Sita Row').boundingBox())?.height
    const before = (await height()) ?? 0
    await page.keyboard.press('v')
    await expect.poll(async () => (await height()) ?? before).toBeLessThan(before / 2)
    await page.reload()
    await expect.poll(async () => (await height()) ?? before).toBeLessThan(before / 2)
    expect(await signs('Sita Row')).toMatchObject({ seen: 5, widths: [28], covered: 0 })
    await pane(page).waitFor()
    await page.goto('/app/dashboard?q=teal')
    await page.getByRole('button', { name: 'Start reading' }).waitFor()
    expect(await advice.count()).toBe(0)
  })
})

test('the marks of the rows are there as soon as the rows are', async () => {
  for (const name of ['Mala Mark', 'Mani Mark']) await apply(harness.server, 'Contact', message(name, 'curlew'))
  const page = await harness.page(true)
  await page.addInitScript(() => {
    // A machine that is never idle.
    window.requestIdleCallback = () => 0
  })
  await page.goto('/app/dashboard?q=curlew')
  await row(page, 'Mala Mark').waitFor()
  const lines = await page
    .locator('article > svg > path:first-child')
    .evaluateAll((all) => all.map((path) => path.getAttribute('d')?.length ?? 0))
  expect(lines.every((length) => length > 300)).toBe(true)
  expect(lines).toHaveLength(2)
})
