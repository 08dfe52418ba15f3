import { beforeAll, expect, test } from 'vitest'
import { siteRoutes } from '../../src/features/editing/api.ts'
import { personRoutes } from '../../src/features/persons/api.ts'
import { apply, startDesk, studio } from './desk-harness.ts'

// A desk of a site in California, where clocks go from 02:00 to 03:00 on the second Sunday of March.

const skips = 'Clocks skip this time, because summer time begins. Choose another.'
const year = new Date().getUTCFullYear() + 1
const sunday = `${year}-03-${String(14 - new Date(`${year}-03-07T00:00:00Z`).getUTCDay()).padStart(2, '0')}`
const [skipped, next] = [`${sunday}T02:30`, `${sunday}T03:30`]
const nextMoment = `${sunday}T10:30:00.000Z`

const harness = startDesk()
let id: string

beforeAll(async () => {
  id = await apply(harness.server, 'StartupStudio', studio('Asha Raman', 'Tamarind'))
  const { call } = harness.server
  await call(`/api/applications/${id}`, 'PATCH', { status: 'pitch', letter: 'none' })
  const path = 'content/site.yaml'
  const { document } = (await call(`${siteRoutes.siteDocument.path}?path=${path}`)).body
  const value = { ...document.value, zone: 'America/Los_Angeles' }
  const saved = (await call(siteRoutes.siteDocument.path, 'PUT', { path, value, revision: document.revision })).body.document
  await call(siteRoutes.publishSite.path, 'POST', { drafts: { [path]: saved.revision }, note: '', dueAt: null })
})

test('a meeting is not saved at a time that clocks skip', async () => {
  const page = await harness.open(`/app/dashboard?details=${id}`, undefined, 'America/Los_Angeles')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Meeting', { exact: true }).fill(skipped)
  await dialog.getByText(skips).waitFor()
  const calls: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') calls.push(request.postDataJSON().meeting_scheduled_at)
  })
  await dialog.getByRole('button', { name: 'Save meeting' }).click()
  await dialog.getByLabel('Meeting', { exact: true }).fill(next)
  expect(await dialog.getByText(skips).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Save meeting' }).click()
  await dialog.getByText(/^Set for .* 03:30$/).waitFor()
  expect(calls).toEqual([nextMoment])
})

test('a late link ends at no time that clocks skip, and at one of the site’s zone', async () => {
  // The reviewer's computer is elsewhere.
  const page = await harness.open('/app/cohorts', undefined, 'Asia/Kolkata')
  await page.getByRole('button', { name: 'Late link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Late link' })
  await dialog.getByLabel('Email of the person').fill('bala@example.in')
  await dialog.getByLabel(/^Until, in P[SD]T$/).fill(skipped)
  await dialog.getByText(skips).waitFor()
  const ends: unknown[] = []
  await page.route('**/api/late-links', (route) => {
    ends.push(route.request().postDataJSON().until)
    return route.fulfill({ json: { success: true, link: 'https://kolam.example/accelerator?late=token' } })
  })
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  await dialog.getByLabel(/^Until/).fill(next)
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  await dialog.getByLabel('Send this link').waitFor()
  expect(ends).toEqual([nextMoment])
})

test('the list of persons after a breach is asked for no time that clocks skip', async () => {
  const page = await harness.open('/app/person', undefined, 'America/Los_Angeles')
  await page.getByRole('button', { name: 'List of persons' }).click()
  const moments: unknown[] = []
  page.on('download', (file) => {
    const { pathname, searchParams } = new URL(file.url())
    moments.push([pathname, searchParams.get('before')])
  })
  await page.getByLabel('Sent before').fill(skipped)
  await page.getByText(skips).waitFor()
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  await page.getByLabel('Sent before').fill(next)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  await file
  expect(moments).toEqual([[personRoutes.affectedPersons.path, nextMoment]])
})
