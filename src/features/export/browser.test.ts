import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { apply, startDesk, studio } from '../../../tests/browser/desk-harness.ts'
import { axeFaults } from '../../../tests/browser/drive.ts'
import { dayOf } from '../../shared/dates.ts'

const harness = startDesk()

beforeAll(async () => {
  for (const name of ['Asha Raman', 'Bala Murugan', 'Chitra Devi'])
    await apply(harness.server, 'StartupStudio', studio(name, `${name} & Co`))
  await apply(harness.server, 'Contact', { name: 'Divya', email: 'divya@example.in', subject: 'Hello', message: '=1+1' })
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export' })

/** Opens the desk, and the export dialog by its key. */
async function exporting(path = '/app/dashboard', before: (page: Page) => Promise<unknown> = async () => {}): Promise<Page> {
  const page = await harness.page(true)
  await before(page)
  await page.goto(path)
  await page.getByText(/applications?(, newest first| found)$/).waitFor()
  await page.keyboard.press('e')
  await dialog(page).waitFor()
  return page
}
const start = (page: Page) => dialog(page).getByRole('button', { name: 'Export' }).click()

describe('the export dialog', () => {
  test('shows the count, and saves exactly those applications', async () => {
    const page = await exporting('/app/dashboard/StartupStudio?q=bala', async (page) => {
      const views = [{ name: 'Bala’s (2)', form_type: 'StartupStudio', status: null, q: 'bala' }]
      const saved = await page.request.put('/api/views', {
        data: { views, revision: 0 },
        headers: { origin: harness.server.url },
      })
      expect(saved.status()).toBe(200)
    })
    await dialog(page).getByText('1 application, with the list’s filters now.').waitFor()
    // The file has the name of the view.
    const [file] = await Promise.all([page.waitForEvent('download'), start(page)])
    expect(file.suggestedFilename()).toMatch(/^applications-StartupStudio-bala-s-2-\d{4}-\d\d-\d\d\.csv$/)
    const rows: Record<string, string>[] = parse(await readFile(await file.path()), { bom: true, columns: true })
    expect(rows.map((row) => [row.applicant_name, row.Phone ?? row['Phone number']])).toEqual([
      ['Bala Murugan', '+91 98400 12345'],
    ])
    await dialog(page)
      .getByRole('status')
      .getByText(/^1 application saved as applications-.*\.csv, \d+ KB\.$/)
      .waitFor()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  test('exports JSON with the history when that is chosen', async () => {
    const page = await exporting()
    await dialog(page).getByText('4 applications, the complete list.').waitFor()
    await dialog(page).getByRole('radio', { name: /^JSON/ }).check()
    await dialog(page).getByRole('checkbox').check()
    const [file] = await Promise.all([page.waitForEvent('download'), start(page)])
    const records = JSON.parse(await readFile(await file.path(), 'utf8')) as { history: { event: { what: string } }[] }[]
    expect(records.map(({ history }) => history.map(({ event }) => event.what))).toEqual(Array(4).fill(['submitted']))
  })

  test('is disabled without matches, and axe finds nothing', async () => {
    const page = await harness.open('/app/dashboard?q=nobody')
    await page.getByText('No applications found').waitFor()
    await page.getByRole('button', { name: 'With this list' }).click()
    await page.getByRole('button', { name: 'Export' }).click()
    await dialog(page).getByText('0 applications').waitFor()
    expect(await dialog(page).getByRole('button', { name: 'Nothing to export' }).isDisabled()).toBe(true)
    expect(await axeFaults(page, '[role=dialog]')).toEqual([])
  })

  test('reports an interrupted export, and saves nothing of it', async () => {
    const page = await exporting('/app/dashboard', (fresh) =>
      fresh.route('**/export?*framed=1*', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response: response, body: (await response.body()).subarray(0, -20) })
      }),
    )
    let saved = 0
    page.on('download', () => {
      saved += 1
    })
    await dialog(page).getByText('4 applications').waitFor()
    await start(page)
    await dialog(page).getByText('The export is incomplete, so nothing was saved. Please try again.').waitFor()
    expect(saved).toBe(0)
    await page.unroute('**/export?*framed=1*')
    await Promise.all([page.waitForEvent('download'), start(page)])
    harness.provoke(/desk: export failed/)
  })

  test('streams a large export to the chosen file, and leaves no file when cancelled', async () => {
    const page = await exporting('/app/dashboard', async (fresh) => {
      await fresh.addInitScript(() => {
        const fileEvents: string[] = []
        Object.assign(window, {
          fileEvents,
          showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) => {
            fileEvents.push(suggestedName)
            return {
              createWritable: async () => ({
                write: async (bytes: Uint8Array) => void fileEvents.push(`${bytes.length > 0}`),
                close: async () => void fileEvents.push('closed'),
                abort: async () => void fileEvents.push('aborted'),
              }),
            }
          },
        })
      })
      await fresh.route('**/export?*', async (route) => {
        if (route.request().method() !== 'HEAD') return route.fallback()
        const head = await route.fetch()
        await route.fulfill({ response: head, headers: { ...head.headers(), 'x-total-rows': '30000' } })
      })
    })
    const fileEvents = () => page.evaluate(() => (window as unknown as { fileEvents: string[] }).fileEvents)
    await dialog(page).getByText('30,000 applications').waitFor()
    await start(page)
    await dialog(page).getByText('4 applications saved as').waitFor()
    expect(await fileEvents()).toEqual([`applications-${dayOf(new Date())}.csv`, 'true', 'closed'])

    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.route('**/export?*framed=1*', () => {})
    await page.keyboard.press('e')
    await dialog(page).getByText('30,000 applications').waitFor()
    await start(page)
    await dialog(page).getByText('0 of 30,000 applications').waitFor()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await dialog(page).getByRole('radio', { name: /^CSV/ }).waitFor()
    expect((await fileEvents()).filter((word) => word === 'closed')).toHaveLength(1)
  })
})
