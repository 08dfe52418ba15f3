import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { deskPages } from '../../src/dashboard/pages.ts'
import { apply, startDesk, studio } from './desk-harness.ts'
import { axeFaults } from './drive.ts'

// Every page of the desk, also one that a feature adds later, with something on it: axe, double text, 320 px, the keyboard, and each dialog that it opens.

const harness = startDesk({ DECISION_HOLD_S: '600' })
let first: string

beforeAll(async () => {
  const call = async (path: string, method: string, content: unknown): Promise<void> => {
    const { status, body } = await harness.server.call(path, method, content)
    expect(status, `${path} ${JSON.stringify(body)}`).toBe(200)
  }
  const ids: string[] = []
  for (const name of ['Asha Rao', 'Ben Thomas', 'Clara Das'])
    ids.push(await apply(harness.server, 'StartupStudio', studio(name, `${name} Mills and Sons of Tirunelveli`)))
  first = ids[0] ?? ''
  await apply(harness.server, 'StartupStudio', studio('Spam', 'Spam', { knot: 'x' }))
  await call(`/api/applications/${ids[1]}`, 'PATCH', { status: 'pitch' })
  await call(`/api/applications/${ids[1]}`, 'PATCH', { meeting_scheduled_at: new Date(Date.now() + 86_400_000).toISOString() })
  await call(`/api/applications/${ids[2]}`, 'PATCH', { status: 'rejected' })
  const members = [{ name: 'Meera Iyer', email: 'meera@reader.example' }]
  const round = { title: 'First reading', ids, members, days: 14, with_names: true, readers: null, mail: false }
  await call('/api/committees', 'POST', round)
  const about = 'content/pages/about.yaml'
  const { value, revision } = (await harness.server.call(`/api/site/document?path=${about}`)).body.document
  const draft = { ...value, hero: { ...value.hero, title: 'The line we draw' } }
  await call('/api/site/document', 'PUT', { path: about, revision, value: draft })
})

/** What a page shows at other addresses. */
const views: readonly (readonly [name: string, address: () => string])[] = [
  ['an application', () => `/app/dashboard?details=${first}`],
  ['an application beside the list', () => `/app/dashboard?open=${first}`],
  ['a page of the site', () => '/app/site#content/pages/about.yaml'],
  ['a form', () => '/app/site#content/forms/contact.yaml'],
  ['a post', () => '/app/site#content/posts/building-founding-team-cofounders.md'],
  ['a letter', () => '/app/site#content/mail/approval.yaml'],
  ['who we are', () => '/app/site#begin'],
  ['a publish', () => '/app/site#changes'],
]
const all = [...deskPages.map(({ title, path }) => [title, () => path] as const), ...views]

async function open(address: string, size: { width: number; height: number }): Promise<Page> {
  const page = await harness.open(address, size)
  await page.locator('h1').first().waitFor()
  if (address.includes('#content/')) await page.locator('[data-field]').first().waitFor({ state: 'attached' })
  await expect.poll(() => page.locator('[aria-busy=true], [data-spinning]').count()).toBe(0)
  return page
}

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The controls that no Tab reaches, after it has gone round once: of a dialog, while one is open. */
async function unreached(page: Page): Promise<readonly string[]> {
  /** Whether the focus is where it was not before; a date, a letter and a frame have several stops. */
  const step = () =>
    page.evaluate(() => {
      const focused = document.activeElement as HTMLElement
      const stops = Number(focused.dataset.reached ?? 0)
      focused.dataset.reached = String(stops + 1)
      return (
        focused !== document.body &&
        (stops === 0 || ((focused.shadowRoot !== null || focused.matches('iframe, input')) && stops < 200))
      )
    })
  // Where the address names a place of the page, the first round begins there.
  for (const _ of ['to the end', 'from the beginning']) {
    await page.keyboard.press('Tab')
    while (await step()) await page.keyboard.press('Tab')
  }
  return page.evaluate(() =>
    [
      ...(document.querySelector('[role=dialog]') ?? document).querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [contenteditable=true]',
      ),
    ]
      .filter(
        (element) => element.tabIndex >= 0 && !element.matches(':disabled, [data-reached], [type=radio], [contenteditable] *'),
      )
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((element) => element.outerHTML.slice(0, 120)),
  )
}

/** Expects that each dialog that a page opens is sound, and closes by Escape to where it was opened. */
async function expectDialogs(page: Page, address: string): Promise<void> {
  const within = address === '/app/dashboard' ? 'body' : 'main'
  const openers = page.locator(`${within} [aria-haspopup=dialog]:visible`)
  for (let n = 0; n < (await openers.count()); n += 1) {
    await openers.nth(n).click()
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await dialog.waitFor()
    expect(await axeFaults(page, '[role=dialog], [role=alertdialog]')).toEqual([])
    await textAt(page, '200%')
    await expect.poll(() => sideways(page)).toBe(0)
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    await textAt(page, '')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await openers.nth(n).evaluate((element) => element === document.activeElement)).toBe(true)
  }
}

const textAt = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize
  }, size)

test.each(all)('%s: axe finds nothing, nothing is too wide, Tab reaches all; its dialogs too', async (_, address) => {
  const wide = await open(address(), { width: 1280, height: 720 })
  expect(await axeFaults(wide)).toEqual([])
  expect(await unreached(wide)).toEqual([])
  await expectDialogs(wide, address())
  await textAt(wide, '200%')
  await expect.poll(() => sideways(wide)).toBe(0)
  // A window of 1,280 px at 400 %.
  const narrow = await open(address(), { width: 320, height: 640 })
  await narrow.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expect.poll(() => sideways(narrow)).toBe(0)
  expect(await axeFaults(narrow)).toEqual([])
})
