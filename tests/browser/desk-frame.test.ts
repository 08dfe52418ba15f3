import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { apply, startDesk, studio } from './desk-harness.ts'
import { axeFaults } from './drive.ts'

const harness = startDesk({ DECISION_HOLD_S: '600' })
/** The ids of 70 applications, newest first. */
let ids: readonly string[]

beforeAll(async () => {
  const all: string[] = []
  for (let n = 0; n < 70; n += 1) all.unshift(await apply(harness.server, 'StartupStudio', studio(`Founder ${n}`, `Mills ${n}`)))
  ids = all
})

const rail = (page: Page) => page.getByRole('navigation', { name: 'Desk' })
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
const pane = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).waitFor()

async function desk(address = '/app/dashboard', size?: { width: number; height: number }): Promise<Page> {
  const page = await harness.open(address, size)
  await page.locator('[data-list] li').first().waitFor()
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  return page
}

/** Whether no page was loaded since the desk was opened. */
const isSame = (page: Page) => page.evaluate(() => 'isSame' in window)

describe('the pages of the desk', () => {
  test('change without a load: selection, undo, typed words and place in the list stay', async () => {
    const page = await desk()
    await page.keyboard.press('j')
    await pane(page, 'Founder 69')
    await page.keyboard.press('r')
    await page.getByText('Application rejected successfully').waitFor()
    await pane(page, 'Founder 68')
    await page.getByRole('checkbox', { name: 'Select Founder 68' }).check()
    await page.getByText('1 selected').waitFor()
    await page.getByRole('textbox', { name: 'Notes' }).fill('Ask for the lot numbers')
    await page.evaluate(() => window.scrollTo(0, 900))
    await rail(page).getByRole('link', { name: 'Meetings' }).click()
    await title(page, 'Meetings')
    expect(await page.title()).toMatch(/^Meetings · /)
    expect(await page.evaluate(() => [window.scrollY, document.activeElement?.getAttribute('data-page')])).toEqual([0, 'shown'])
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await title(page, 'Outbox')
    await page.goBack()
    await title(page, 'Meetings')
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await title(page, 'Applications')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900)
    await pane(page, 'Founder 68')
    await page.getByText('1 selected').waitFor()
    expect(await page.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('Ask for the lot numbers')
    // The notes first, which were saved.
    await page.keyboard.press('u')
    await expect.poll(() => page.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('')
    await page.keyboard.press('u')
    await page.getByText('Founder 69, Mills 69 is pending again.').waitFor()
    expect(await isSame(page)).toBe(true)
  })

  test('a key after g decides nothing, whatever it is', async () => {
    const page = await desk()
    await page.keyboard.press('j')
    await pane(page, 'Founder 69')
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.keyboard.press('k')
    await page.keyboard.press('*')
    await page.getByText('Starred', { exact: true }).first().waitFor()
    expect(await page.getByText('Application rejected successfully').count()).toBe(0)
  })

  test('the rail folds by a button and by a key, and stays so', async () => {
    const page = await desk()
    const width = () => rail(page).evaluate((element) => element.getBoundingClientRect().width)
    expect(await width()).toBe(208)
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('[')
    await expect.poll(width).toBe(56)
    expect(await axeFaults(page)).toEqual([])
    await page.reload()
    await page.locator('[data-list] li').first().waitFor()
    expect(await width()).toBe(56)
    await rail(page).getByRole('button', { name: 'Fold the rail' }).click()
    await expect.poll(width).toBe(208)
  })

  test('on a phone four places are at the foot; behind the last are the others', async () => {
    const page = await desk('/app/dashboard', { width: 360, height: 740 })
    const shown = () => rail(page).locator('a:visible, button:visible').allInnerTexts()
    expect((await shown()).map((text) => text.split('\n')[0])).toEqual(['Applications', 'Meetings', 'Outbox', 'More'])
    await rail(page).getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Export' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await rail(page).getByRole('link', { name: 'Insights' }).click()
    await title(page, 'Insights')
    await rail(page).getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Print' }).waitFor()
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0)
    expect(await isSame(page)).toBe(true)
  })
})

test('the first prose begins at most 340 px down, beside filters and related ones', async () => {
  const page = await desk('/app/dashboard/StartupStudio?status=pending')
  await page.keyboard.press('j')
  await pane(page, 'Founder 69')
  const open = page.locator('[data-pane]')
  await open.getByText(/^Also from this person\?/).waitFor()
  const top = () =>
    open
      .locator('[data-answers] dd')
      .first()
      .evaluate((prose) => prose.getBoundingClientRect().top)
  expect(await top()).toBeLessThanOrEqual(340)
  // What decides stays in sight, with what it sends.
  await open.locator('[data-scroll]').evaluate((element) => element.scrollTo(0, 2000))
  for (const name of ['Approve', 'Pitch', 'Reject', 'Preview letter'])
    expect(
      await open.getByRole('button', { name, exact: true }).evaluate((button) => button.getBoundingClientRect().top > 0),
    ).toBe(true)
  expect(await open.locator('[title^="Each sends a letter to founder.69@example.in"]').count()).toBe(1)
})

describe('the address', () => {
  test('names the open application: reload, Back and a link in another window lead to it', async () => {
    const page = await desk()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await pane(page, 'Founder 68')
    await page.waitForURL(`**/app/dashboard?open=${ids[1]}`)
    await page.reload()
    await pane(page, 'Founder 68')
    await page.getByText('2 of 70', { exact: true }).waitFor()
    await page.goto('/app/insights')
    await title(page, 'Insights')
    await page.goBack()
    await pane(page, 'Founder 68')
    const colleague = await desk(`/app/dashboard?status=pending&open=${ids[64]}`)
    await pane(colleague, 'Founder 5')
    await colleague.getByText('65 of 70 pending', { exact: true }).waitFor()
    await expect.poll(() => colleague.locator(`[data-id="${ids[64]}"]`).isVisible()).toBe(true)
    const phone = await harness.open(`/app/dashboard?open=${ids[64]}`, { width: 360, height: 740 })
    await phone.getByRole('dialog', { name: 'Founder 5' }).waitFor()
    await phone.getByRole('button', { name: 'Close' }).click()
    await phone.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(phone.url()).search).toBe('')
  })

  test('leads back after an ended session, with filter and application', async () => {
    const page = await desk(`/app/dashboard/StartupStudio?status=pending&open=${ids[2]}`)
    await pane(page, 'Founder 67')
    await harness.server.signOut()
    // A call that the page makes by itself may lead there first.
    await Promise.any([page.getByRole('button', { name: 'Refresh' }).click(), page.waitForURL('**/app')])
    await page.waitForURL('**/app')
    const notice = await page.evaluate(() => JSON.parse(sessionStorage.getItem('desk_notice') ?? '{}').returnTo)
    expect(notice).toBe(`/app/dashboard/StartupStudio?status=pending&open=${ids[2]}`)
    harness.provoke(/401/)
  })
})
