import { afterAll, beforeAll, expect, test } from 'vitest'
import { apply, type DeskHarness, openDesk, studio } from './desk-harness.ts'
import { axeFaults } from './drive.ts'

let harness: DeskHarness
beforeAll(async () => {
  harness = await openDesk()
  await apply(harness.server, 'StartupStudio', studio('Asha Rao', 'Loom'))
})
afterAll(() => harness?.close())

test('a token is made under More, shown once, listed with its use, and ended', async () => {
  const desk = await harness.page(true)
  await desk.goto('/app/dashboard')
  await desk.getByRole('button', { name: 'More' }).click()
  await desk.getByRole('link', { name: 'Scripts' }).click()
  await desk.getByRole('heading', { name: 'Scripts', level: 1 }).waitFor()
  await desk.getByLabel('Name of the program').fill('Weekly report')
  await desk.getByRole('button', { name: 'Make a token' }).click()
  const token = await desk.getByLabel('The new token. It is not shown again.').inputValue()
  await desk.getByText(/^Made .*, not used yet$/).waitFor()
  expect(await axeFaults(desk)).toEqual([])
  const list = await fetch(`${harness.server.url}/api/applications`, { headers: { authorization: `Bearer ${token}` } })
  expect([list.status, await list.json()]).toMatchObject([200, { total: 1, applications: [{ company_name: 'Loom' }] }])
  await desk.reload()
  await desk.getByText(/, last used /).waitFor()
  expect(await desk.content()).not.toContain(token)

  const phone = await harness.page(true, { width: 360, height: 740 })
  await phone.goto('/app/scripts')
  await phone.getByRole('button', { name: 'End Weekly report' }).click()
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => phone.getByRole('listitem').filter({ hasText: 'Weekly report' }).count()).toBe(0)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await axeFaults(phone)).toEqual([])
  const refused = await fetch(`${harness.server.url}/api/stats`, { headers: { authorization: `Bearer ${token}` } })
  expect(refused.status).toBe(401)
  expect(harness.consoleMessages()).toEqual([])
})
