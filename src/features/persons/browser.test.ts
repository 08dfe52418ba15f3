import { expect, test } from 'vitest'
import { apply, startDesk, studio } from '../../../tests/browser/desk-harness.ts'
import { axeFaults } from '../../../tests/browser/drive.ts'
import { reference } from '../../shared/ids.ts'

const harness = startDesk()

const email = 'meena.iyer@example.in'

test('the data of a person is found from an application and by address', async () => {
  const { server } = harness
  const more = { phone: '+91 90000 11111' }
  const first = await apply(server, 'StartupStudio', studio('Meena Iyer', 'Tamarind', more))
  const second = (await server.apply('Contact', { email, phone: '' })).id
  const held = (await server.apply('Contact', { email, phone: '', knot: 'x' })).id
  const other = await apply(server, 'StartupStudio', studio('Latha Iyer', 'Pepper', more))
  const page = await harness.open(`/app/dashboard?details=${first}`)
  await page.getByRole('link', { name: 'This person’s data' }).click()
  await page.getByText('4 applications and messages, 3 chosen').waitFor()
  expect(page.url()).toMatch(/\/app\/person#meena\.iyer%40example\.in$/)
  const row = (id: string) => page.getByRole('listitem').filter({ hasText: reference(id) })
  expect(await row(held).getByText('In quarantine').isVisible()).toBe(true)
  expect(await row(other).getByText('Shares the phone number only').isVisible()).toBe(true)
  expect(await row(other).getByRole('checkbox').isChecked()).toBe(false)
  await row(second).getByRole('checkbox').uncheck()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as ZIP' }).click()
  expect((await saved).url()).toContain(`id=${first}`)
  expect((await saved).url()).not.toContain(second)
  expect((await saved).suggestedFilename()).toMatch(/^your-data-\d{4}-\d\d-\d\d\.zip$/)
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await axeFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  }
  await page.getByRole('button', { name: 'Erase' }).click()
  await page.getByRole('heading', { name: 'Erase 2 applications and messages of meena.iyer@example.in?' }).waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase' }).click()
  await page.getByText('2 applications and messages, deleted permanently on').waitFor()
  await expect.poll(() => row(held).getByText('Being erased').isVisible()).toBe(true)
  await page.setViewportSize({ width: 1440, height: 800 })
  expect(await axeFaults(page)).toEqual([])
  expect((await server.call(`/api/applications/${first}`)).status).toBe(404)
  await page.getByRole('button', { name: /^Undo the erasure of / }).click()
  await page.getByText('The erasure is undone').waitFor()
  await expect.poll(() => row(held).getByText('In quarantine').isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Requests, periods and erasures' }).click()
  await page.getByRole('button', { name: 'Record a request' }).click()
  await page.getByLabel('What is requested').selectOption('Erase their data')
  await page.getByLabel('Who: an email address').fill(email)
  await page.getByLabel('Received on').fill('2026-01-05')
  expect(await page.getByLabel('Due on').inputValue()).toBe('2026-01-12')
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await axeFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  }
  await page.getByRole('button', { name: 'Record it' }).click()
  await page.getByText('was due 12 Jan 2026').waitFor()
  await page.getByRole('button', { name: `Done: Erase their data, ${email}` }).click()
  await page.getByRole('button', { name: `Open again: Erase their data, ${email}` }).waitFor()
  await page.getByRole('button', { name: 'List of persons' }).click()
  const list = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await list).suggestedFilename()).toMatch(/^persons-\d{4}-\d\d-\d\d\.csv$/)
  await page.getByLabel('Email address or phone number').fill('nobody')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Enter an email address or a phone number').waitFor()
  await page.getByLabel('Email address or phone number').fill('nobody@example.in')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Nothing is stored' }).waitFor()
  // A link that lost what followed its `%`.
  await page.goto('/app/person#100%')
  await page.getByRole('alert').getByText('Enter an email address or a phone number').waitFor()
  harness.consoleMessages()
})

test('names an address that another window corrected, and corrects the other one', async () => {
  const { server } = harness
  const wrong = {
    name: 'Ravi Pillai',
    email: 'ravi.pilai@example.in',
    phone: '+91 90000 22222',
    subject: 'Hello',
    message: 'First',
  }
  const ids = [await apply(server, 'Contact', wrong), await apply(server, 'Contact', { ...wrong, message: 'Second' })]
  const page = await harness.open(`/app/person#${encodeURIComponent(wrong.email)}`)
  await page.getByText('2 applications and messages, 2 chosen').waitFor()
  await page.getByRole('button', { name: 'Correct the address' }).click()
  await page.getByLabel('The right address of these 2 applications').fill('ravi.pillai@example.in')
  // They are corrected in the order of the list.
  const text = await page.locator('main').textContent()
  const last = ids.toSorted((a, b) => Number(text?.indexOf(reference(a))) - Number(text?.indexOf(reference(b)))).at(-1)
  const elsewhere = await server.call(`/api/applications/${last}/address`, 'POST', { email: 'ravi@office.example' })
  expect(elsewhere.status).toBe(200)
  await page.getByRole('button', { name: 'Save the address' }).click()
  await page.getByText('The address has been changed: it is now ravi@office.example.').waitFor()
  await page.getByText('1 of 2 corrected').waitFor()
  await page.waitForURL(/#ravi\.pillai%40example\.in$/)
  // The page shows the current addresses, so that the other one can be corrected too.
  await page.getByText('Shares the phone number only').waitFor()
  harness.consoleMessages()
})
