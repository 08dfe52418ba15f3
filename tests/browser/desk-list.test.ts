import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { apply, rows, startDesk, studio } from './desk-harness.ts'
import { axeFaults } from './drive.ts'

const harness = startDesk({ DECISION_HOLD_S: '60' })
/** The number of applications on the server. */
let total = 20
/** The application of a company whose name has no place to break. */
let longest: string

beforeAll(async () => {
  longest = await apply(harness.server, 'StartupStudio', studio('Applicant 0', 'Venkatasubramanian'.repeat(8)))
  for (let n = 1; n < 20; n++)
    await apply(
      harness.server,
      'StartupStudio',
      studio(`Applicant ${n}`, 'The Coromandel Association of Machine Makers and Menders'),
    )
})

async function desk(width: number, height: number): Promise<Page> {
  const page = await harness.open('/app/dashboard', { width, height })
  await page.getByText(`${total} applications, newest first`).waitFor()
  await rows(page).first().waitFor()
  return page
}

/** The number of rows that are fully visible, and the space above the first one in pixels. */
const density = (page: Page) =>
  rows(page).evaluateAll((all) => {
    const boxes = all.map((row) => row.getBoundingClientRect())
    return {
      visible: boxes.filter(({ bottom }) => bottom <= innerHeight).length,
      above: Math.min(...boxes.map(({ top }) => top)),
    }
  })

test('a computer, a tablet and a phone show enough applications, nothing sideways', async () => {
  const page = await desk(1440, 900)
  for (const { width, height, visible } of [
    { width: 1440, height: 900, visible: 11 },
    { width: 768, height: 1024, visible: 12 },
    { width: 360, height: 740, visible: 4 },
  ]) {
    await page.setViewportSize({ width, height })
    await expect.poll(async () => (await density(page)).visible, { message: `${width}` }).toBeGreaterThanOrEqual(visible)
    expect((await density(page)).above, `${width}`).toBeLessThanOrEqual(180)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('v')
  await expect.poll(async () => (await density(page)).visible).toBe(Math.min(total, 20))
  await page.keyboard.press('v')
  for (const width of [320, 360, 768, 1060, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      `${width}`,
    ).toBe(0)
  }
  await rows(page).first().getByRole('heading').getByRole('button').click()
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html { font-size: 200% !important }')
    document.adoptedStyleSheets = [sheet]
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(sideways).toBe(0)
})

test('a row summarises its application; the pane can print and delete it', async () => {
  const page = await desk(1440, 900)
  const [sentence = ''] = String(studio('', '').problemStatement).split(/(?<=[.!?])\s/)
  const row = rows(page).filter({ hasText: sentence }).first()
  await row.getByText(sentence, { exact: true }).waitFor()
  await row.getByRole('heading').getByRole('button').click()
  const pane = page.locator('[data-pane]')
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await pane.getByRole('button', { name: 'Print' }).click()
  expect(await page.locator('body').getAttribute('data-printed')).toBe('')
  // On a sheet of A4, which is narrower than the pane and the list.
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 794, height: 1123 })
  await expect.poll(() => rows(page).first().isVisible()).toBe(false)
  expect(await pane.getByText(sentence, { exact: true }).isVisible()).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ media: 'screen' })
  // A field of text is cut off on paper.
  const notes = Array.from({ length: 60 }, (_, n) => `Line ${n}`).join('\n')
  await pane.getByLabel('Notes', { exact: true }).fill(notes)
  await page.emulateMedia({ media: 'print' })
  const printed = pane.locator('p').filter({ hasText: 'Line 59' })
  expect(await printed.evaluate(({ clientHeight, scrollHeight }) => [clientHeight > 600, scrollHeight > clientHeight])).toEqual([
    true,
    false,
  ])
  expect(await pane.getByLabel('Notes', { exact: true }).isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await pane.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').waitFor()
})

test('the list is printed as a table of all loaded rows, without tools', async () => {
  const page = await desk(1440, 900)
  await rows(page).first().waitFor()
  const [loaded] = /\d+/.exec((await page.getByText(/^\d+ applications/).textContent()) ?? '') ?? []
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 794, height: 1123 })
  const lines = page.getByRole('table').locator('tbody tr')
  await expect.poll(() => lines.count()).toBe(Math.min(50, Number(loaded)))
  expect(await lines.first().locator('th, td').nth(5).textContent()).toBe('Pending')
  expect(await page.locator('main button:visible').allTextContents()).toEqual([])
  expect(await page.getByRole('checkbox').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(794)
})

test('a name without a place to break does not widen the details at 320 px', async () => {
  const page = await harness.open(`/app/dashboard?details=${longest}`, { width: 320, height: 800 })
  const details = page.locator('[data-details] [data-scroll]')
  await details.getByRole('heading', { name: 'History' }).waitFor()
  expect(await details.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('at 320 px the filters have a button, the places are below, axe finds nothing', async () => {
  const page = await desk(320, 640)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByLabel('Status').selectOption('Pending')
  await page.getByRole('button', { name: 'Filter (1)' }).waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Insights' }).click()
  await page.getByRole('heading', { name: 'Insights', level: 1 }).waitFor()
  expect(await page.getByRole('link', { name: 'Insights' }).isVisible()).toBe(false)
  await page.getByRole('link', { name: /^Applications/ }).click()
  await page.getByRole('button', { name: 'Filter (1)' }).waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog', { name: 'Export' }).waitFor()
})

test('public links are behind a button of the rail, the footer is one line', async () => {
  const page = await desk(360, 800)
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const link = page.locator('header').getByRole('link', { name: 'Apply Now' })
    expect(await link.isVisible()).toBe(false)
    if (width === 360) await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Website', exact: true }).click()
    await link.waitFor()
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'hidden' })
    expect((await page.getByRole('contentinfo').boundingBox())?.height).toBeLessThanOrEqual(48)
  }
})

test('the list shows due moments, and can start with the earliest', async () => {
  const page = await desk(1440, 900)
  expect(await rows(page).first().getByText(/^due /).getAttribute('title')).toMatch(/^Promised by /)
  const newest = await rows(page).first().getByRole('heading').textContent()
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Due first')
  await page.getByText(`${total} applications, due first`).waitFor()
  await expect.poll(() => rows(page).first().getByRole('heading').textContent()).not.toBe(newest)
  expect(new URL(page.url()).searchParams.get('order')).toBe('due')
  await page.getByRole('searchbox', { name: 'Search' }).fill('is:late')
  await page.getByText('No applications found').waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).fill('is:pending')
  await page.getByText(`${total} applications found`).waitFor()
})

test('an answer in Tamil stands below its question in English, and loads our font', async () => {
  const page = await harness.page(true)
  const fetched: string[] = []
  page.on('request', (request) => request.url().includes('tamil') && fetched.push(request.url()))
  await page.goto('/app/dashboard')
  await rows(page).first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  expect(fetched).toEqual([])
  const problemStatement = 'துணி பத்து இடங்களுக்கு வேலைக்குப் போகிறது.'
  await apply(harness.server, 'StartupStudio', studio('Gayathri Subramanian', 'Vannan', { problemStatement, language: 'ta' }))
  total += 1
  await page.reload()
  await rows(page).first().getByText(problemStatement).waitFor()
  await expect.poll(() => page.evaluate(() => document.fonts.check('16px "Anek Latin"', 'துணி'))).toBe(true)
  expect(fetched).toHaveLength(1)
  await page.keyboard.press('j')
  const pane = page.getByRole('region', { name: 'Gayathri Subramanian' })
  const answer = pane.getByRole('definition').filter({ hasText: new RegExp(`^${problemStatement}$`) })
  await answer.waitFor()
  expect(await answer.evaluate((element) => element.previousElementSibling?.textContent)).toBe('Problem statement')
})

test('a name from right to left is cut off at its end, not at its beginning', async () => {
  await apply(
    harness.server,
    'StartupStudio',
    studio('محمد عبد الرحمن القحطاني '.repeat(4).trim(), 'شركة النخيل للتجارة الدولية '.repeat(3).trim(), {
      email: 'rtl@example.in',
    }),
  )
  total += 1
  const page = await desk(1440, 900)
  for (const text of [rows(page).first().getByRole('heading').getByRole('button'), rows(page).first().locator('p').first()]) {
    const beginning = await text.evaluate((element) => {
      const range = document.createRange()
      const node = element.firstChild as Text
      range.setStart(node, 0)
      range.setEnd(node, 4)
      const [word, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
      return { isCutOff: element.scrollWidth > element.clientWidth, isSeen: word.left >= box.left && word.right <= box.right + 1 }
    })
    expect(beginning).toEqual({ isCutOff: true, isSeen: true })
  }
})

test('forced colours show the selected row, the chosen count and the chosen category', async () => {
  const page = await desk(1440, 900)
  await page.emulateMedia({ forcedColors: 'active' })
  await rows(page).nth(2).getByRole('heading').getByRole('button').click()
  const outlines = () => rows(page).evaluateAll((all) => all.slice(0, 4).map((row) => getComputedStyle(row).outlineStyle))
  await expect.poll(outlines).toEqual(['none', 'none', 'solid', 'none'])
  const ground = (element: Element): string => getComputedStyle(element, '::after').backgroundColor
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await page.locator('main a[aria-current=true], main a[aria-current=page]').first().evaluate(ground)).not.toBe(canvas)
  await page.goto('/portfolio')
  const chosen = page.getByRole('button', { pressed: true })
  await chosen.waitFor()
  expect(await chosen.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(canvas)
})
