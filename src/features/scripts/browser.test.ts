import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { apply, startDesk, studio } from '../../../tests/browser/desk-harness.ts'
import { axeFaults, passTime } from '../../../tests/browser/drive.ts'

const harness = startDesk()
beforeAll(async () => {
  await apply(harness.server, 'StartupStudio', studio('Asha Rao', 'Loom'))
})

test('a token is made, shown once, listed with its use, and ended', async () => {
  const desk = await harness.open('/app/dashboard')
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

  const phone = await harness.open('/app/scripts', { width: 360, height: 740 })
  await phone.getByRole('button', { name: 'End Weekly report' }).click()
  await phone.getByRole('alertdialog').getByRole('button', { name: 'End' }).click()
  await expect.poll(() => phone.getByRole('listitem').filter({ hasText: 'Weekly report' }).count()).toBe(0)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await axeFaults(phone)).toEqual([])
  const refused = await fetch(`${harness.server.url}/api/stats`, { headers: { authorization: `Bearer ${token}` } })
  expect(refused.status).toBe(401)
})

test('the webhook is set, tested, reports, and sends again what failed', async () => {
  const bodies: string[] = []
  let status = 200
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      bodies.push(JSON.parse(body).type)
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const desk = await harness.page(true)
  await desk.clock.install()
  await desk.goto('/app/scripts')
  /** The page reads the calls every ten seconds. */
  const appears = (text: string | RegExp) => passTime(desk, 11_000, () => desk.getByText(text).isVisible())
  await desk.getByLabel('Address', { exact: true }).fill('http://hooks.example/')
  await desk.getByRole('button', { name: 'Save the webhook' }).click()
  await desk.getByText('Enter an address that begins with https://').waitFor()
  expect(await desk.getByRole('group', { name: 'Events' }).getByRole('checkbox').count()).toBe(3)
  expect(await desk.getByRole('group', { name: 'Data' }).getByRole('checkbox').count()).toBe(1)
  await desk.getByLabel('Address', { exact: true }).fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)
  await desk.getByRole('button', { name: 'Save the webhook' }).click()
  const secret = await desk.getByLabel('The secret that signs the calls. It is not shown again.').inputValue()
  expect(secret).toMatch(/^whsec_/)
  await desk.getByRole('button', { name: 'Send a test' }).click()
  await desk.getByText('The test was accepted').waitFor()
  status = 410
  await apply(harness.server, 'StartupStudio', studio('Kavin Das', 'Tamarind'))
  await appears('Not delivered. It answered 410')
  expect(await axeFaults(desk)).toEqual([])
  status = 200
  await desk.getByRole('button', { name: /^Send again: received/ }).click()
  await appears(/· Sent /)
  expect(bodies).toEqual(['test', 'received', 'received'])
  await desk.reload()
  await desk.getByRole('button', { name: 'New secret' }).waitFor()
  expect(await desk.content()).not.toContain(secret)

  const phone = await harness.open('/app/scripts', { width: 360, height: 740 })
  await phone.getByRole('button', { name: 'End the webhook…' }).click()
  await phone.getByRole('alertdialog').getByRole('button', { name: 'End' }).click()
  await phone.getByRole('button', { name: 'New secret' }).waitFor({ state: 'detached' })
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await axeFaults(phone)).toEqual([])
  expect(harness.consoleMessages()).toEqual([
    expect.stringContaining('400 (Bad Request)'),
    expect.stringContaining('desk: saving the webhook failed'),
  ])
  await new Promise((resolve) => receiver.close(resolve))
})
