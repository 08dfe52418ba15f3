import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { apply, startDesk, studio } from '../../../tests/browser/desk-harness.ts'
import { axeFaults } from '../../../tests/browser/drive.ts'

const harness = startDesk({ DECISION_HOLD_S: '60', LIMIT_SUBMISSIONS: '1000/1m' })

beforeAll(async () => {
  await apply(harness.server, 'Contact', { name: 'Visitor', email: 'v@example.in', subject: 'S', message: 'M' })
  for (let n = 1; n <= 55; n++)
    await apply(
      harness.server,
      'StartupStudio',
      studio(`Founder ${n}`, `Mills ${n}`, { problemStatement: `Problem ${n}`, timeline: n === 54 ? 'Within 1 month' : '' }),
    )
})

const list = '/app/dashboard/StartupStudio'
const answers = (page: Page) => page.getByRole('list', { name: 'Answers' }).getByRole('article')
const answer = (page: Page, name: string) => answers(page).and(page.getByRole('article', { name, exact: true }))
const current = (page: Page) => page.locator('[data-answer][data-current] h3').textContent()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const row = (page: Page, name: string) => page.locator('[data-list]').getByRole('article', { name, exact: true })

describe('one question', () => {
  test('is read, scored and decided across the list by keys alone', async () => {
    const page = await harness.open(list)
    await row(page, 'Founder 55').waitFor()
    await page.keyboard.press('q')
    await answer(page, 'Founder 55').getByText('Problem 55', { exact: true }).waitFor()
    await page.waitForURL(/\/StartupStudio\?question=&open=[\w-]+$/)
    expect(await axeFaults(page)).toEqual([])
    expect([await current(page), await focused(page)]).toEqual(['Founder 55', 'Founder 55'])
    // Without a criterion a digit scores nothing.
    await page.keyboard.press('5')
    await page.getByLabel('Score by').selectOption('Buildable')
    await expect.poll(() => focused(page)).toBe('Founder 55')
    await page.keyboard.press('j')
    await page.keyboard.press('4')
    await page.getByText('Buildable: 4', { exact: true }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    expect([await current(page), await focused(page)]).toEqual(['Founder 54', 'Founder 54'])
    expect(await answer(page, 'Founder 54').getByRole('radio', { name: /^4/ }).isChecked()).toBe(true)
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('r')
    await answer(page, 'Founder 54').getByText('Rejected').waitFor()
    await expect.poll(() => current(page)).toBe('Founder 53')
    await page.keyboard.press('u')
    await answer(page, 'Founder 54').getByText('Pending').waitFor()
    await page.keyboard.press('Enter')
    const details = page.getByRole('dialog', { name: 'Founder 54' })
    await details.waitFor()
    await page.goBack()
    await details.waitFor({ state: 'detached' })
    await answer(page, 'Founder 54').waitFor()
    await page.getByRole('combobox', { name: 'Question' }).selectOption('Timeline')
    await answer(page, 'Founder 54').getByText('Within 1 month').waitFor()
    await answer(page, 'Founder 53').getByText('Not answered').waitFor()
    await page.reload()
    await answer(page, 'Founder 54').getByText('Within 1 month').waitFor()
    await page.keyboard.press('Escape')
    await row(page, 'Founder 54').getByText('1 of 5').waitFor()
    await page.waitForURL(/\/StartupStudio\?open=[\w-]+$/)
  })

  test('loads the next page of the list near its end', async () => {
    const page = await harness.open(`${list}?question=`)
    await answer(page, 'Founder 55').waitFor()
    await answer(page, 'Founder 36').scrollIntoViewIfNeeded()
    await answer(page, 'Founder 6').scrollIntoViewIfNeeded()
    await answer(page, 'Founder 1').getByText('Problem 1', { exact: true }).waitFor()
    expect(await answers(page).count()).toBe(55)
  })

  test('is read in the selection, and opened by its button', async () => {
    const page = await harness.open(list)
    for (const n of [52, 54]) await row(page, `Founder ${n}`).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'More for these' }).click()
    await page.getByRole('region', { name: 'Selected applications' }).getByRole('button', { name: 'One question' }).click()
    await answer(page, 'Founder 54').waitFor()
    expect(await answers(page).getByRole('heading').allTextContents()).toEqual(['Founder 54', 'Founder 52'])
    await page.getByText('1 of 2 selected').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByText('2 selected').waitFor()
  })

  test('of several forms asks for one form', async () => {
    const page = await harness.open('/app/dashboard?question=')
    await page.getByRole('heading', { name: 'Choose a form first' }).waitFor()
    await page.keyboard.press('3')
    expect(await axeFaults(page)).toEqual([])
    await page.getByLabel('Form type').selectOption('Contact')
    await answer(page, 'Visitor').getByText('M', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await row(page, 'Visitor').waitFor()
  })

  test('fits on a phone, where a tap scores', async () => {
    const page = await harness.open(`${list}?question=solution&criterion=founder`, { width: 360, height: 740 })
    await answer(page, 'Founder 53').getByRole('radio', { name: /^3/ }).click()
    await page.getByText('Founder: 3', { exact: true }).waitFor()
    expect(await current(page)).toBe('Founder 53')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await axeFaults(page)).toEqual([])
  })
})

describe('two applications', () => {
  const compared = (page: Page) => page.getByRole('region', { name: 'Comparison', exact: true })
  const column = (page: Page, name: string) => compared(page).getByRole('region', { name, exact: true })

  test('are compared by a key, question by question, each with its decision', async () => {
    const page = await harness.open(list)
    await row(page, 'Founder 50').waitFor()
    await page.keyboard.press('c')
    await page.getByText('Two are compared').waitFor()
    await row(page, 'Founder 51').getByRole('button', { name: 'Founder 51', exact: true }).click()
    await page.keyboard.press('c')
    await column(page, 'Founder 50').waitFor()
    expect(await axeFaults(page)).toEqual([])
    const answered = compared(page).locator('section', { has: page.getByRole('heading', { name: 'Problem statement' }) })
    expect(await answered.locator('[dir=auto]').allTextContents()).toEqual([
      'Founder 51',
      'Problem 51',
      'Founder 50',
      'Problem 50',
    ])
    const [left, right] = await Promise.all(['51', '50'].map((n) => compared(page).getByText(`Problem ${n}`).boundingBox()))
    expect([left?.y, (left?.x ?? 0) < (right?.x ?? 0)]).toEqual([right?.y, true])
    // No key decides: it would not say which of the two.
    await page.keyboard.press('a')
    await column(page, 'Founder 50').getByRole('button', { name: 'Reject' }).click()
    await column(page, 'Founder 50').getByText('Rejected').waitFor()
    await column(page, 'Founder 51').getByText('Pending').waitFor()
    await page.keyboard.press('u')
    await column(page, 'Founder 50').getByText('Pending').waitFor()
    await page.keyboard.press('Escape')
    await row(page, 'Founder 51').waitFor()
    await page.waitForURL(/\/StartupStudio\?open=[\w-]+$/)
  })

  test('that are selected are compared, with scores; on a phone below each other', async () => {
    const page = await harness.open(list)
    for (const n of [40, 42]) {
      await row(page, `Founder ${n}`).scrollIntoViewIfNeeded()
      await row(page, `Founder ${n}`).getByRole('checkbox').check()
    }
    await page.getByRole('button', { name: 'More for these' }).click()
    await page.getByRole('button', { name: 'Compare' }).click()
    await column(page, 'Founder 42').waitFor()
    const id = new URL(page.url()).searchParams.get('compare')?.split(',')[0]
    await harness.server.call(`/api/applications/${id}/scores`, 'PUT', { criterion: 'founder', score: 4, seen: null })
    const scored = compared(page).locator('dl > div', { hasText: /^Founder4$/ })
    await scored.waitFor()
    // Each beside the answers of the same one.
    const lefts = async (...all: Locator[]) =>
      Promise.all(all.map(async (each) => Math.round((await each.boundingBox())?.x ?? 0)))
    const [scores, texts] = await Promise.all([
      lefts(...(await compared(page).locator('dl').all())),
      lefts(...['40', '42'].map((n) => compared(page).getByText(`Problem ${n}`))),
    ])
    expect(scores).toEqual(texts)
    await page.setViewportSize({ width: 360, height: 740 })
    const boxes = await Promise.all(['40', '42'].map((n) => compared(page).getByText(`Problem ${n}`).boundingBox()))
    expect([boxes[0]?.x, (boxes[0]?.y ?? 0) < (boxes[1]?.y ?? 0)]).toEqual([boxes[1]?.x, true])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await axeFaults(page)).toEqual([])
  })

  test('that do not exist are said to', async () => {
    const page = await harness.open(`${list}?compare=nobody`)
    await compared(page).getByText('These cannot be compared').waitFor()
    await compared(page).getByRole('button', { name: 'Close' }).click()
    await row(page, 'Founder 55').waitFor()
    harness.provoke(/404/)
  })
})
