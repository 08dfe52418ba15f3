import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reference } from '../../src/shared/ids.ts'
import { answers } from '../support/answers.ts'
import { until } from '../support/server.ts'
import { googleScript, startScript } from '../support/sheet-script.ts'
import { apply, type DeskHarness, openDesk } from './desk-harness.ts'
import { axeFaults } from './drive.ts'

const google = googleScript()
google.script.setup()
let script: Awaited<ReturnType<typeof startScript>>
let harness: DeskHarness

beforeAll(async () => {
  script = await startScript(({ method, query, body }) => ({
    body: JSON.stringify(method === 'GET' ? google.get(query) : google.post(body, query)),
  }))
  harness = await openDesk({ SHEET_URL: `${script.url}?key=${google.key()}` })
})
afterAll(async () => {
  await harness?.close()
  await script?.close()
})

test('a row removed by hand is reported with a link, and can be explained', async () => {
  const ids = []
  for (const type of ['Contact', 'Contact', 'Accelerator'] as const) ids.push(await apply(harness.server, type, answers(type)))
  const [inSheet = '', inDatabase = ''] = ids
  await until('the rows', () =>
    google.rows('Contact').length === 2 && google.rows('Accelerator').length === 1 ? true : undefined,
  )
  const page = await harness.page(true, { width: 360, height: 740 })
  await page.goto('/app/accounts')
  const check = page.getByRole('button', { name: 'Check now' })
  await check.click()
  await page.getByText('Everything agrees').waitFor()
  const numbers = () => page.locator('tbody tr').first().locator('td').allInnerTexts()
  await expect.poll(numbers).toEqual(['3', '3', '1 of 1', '3 of 3'])

  google.sheet('Contact')?.deleteRow(google.rows('Contact').findIndex(({ id }) => id === inSheet) + 2)
  const db = new DatabaseSync(path.join(harness.server.dataDir, 'kolam.sqlite'))
  db.exec(`delete from applications where id = '${inDatabase}'`)
  db.close()
  await check.click()
  await page.getByText('2 differences', { exact: true }).first().waitFor()
  expect(await numbers()).toEqual(['3', '2', '1 of 1', '1 of 2'])
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBe(width)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/accounts-${width}.png`, fullPage: true })
  }
  expect(await axeFaults(page)).toEqual([])

  const lost = page.locator('section', { hasText: 'is missing in the database' })
  expect(await lost.getByText(reference(inDatabase)).count()).toBe(1)
  await lost.getByRole('button', { name: 'I know why' }).click()
  await lost.waitFor({ state: 'detached' })
  await page.getByText('1 known to be missing').waitFor()
  await page.getByRole('link', { name: reference(inSheet) }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  const banner = page.getByRole('alert').filter({ hasText: 'The accounts disagree' })
  await banner
    .getByText(`${reference(inSheet)}: missing in the spreadsheet; ${reference(inDatabase)}: deleted, still in the spreadsheet.`)
    .waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Accounts 2' }).waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/banner.png` })
  expect(harness.consoleMessages()).toEqual([])
})
