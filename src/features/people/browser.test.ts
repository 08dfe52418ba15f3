import { expect, test } from 'vitest'
import { apply, startDesk, studio } from '../../../tests/browser/desk-harness.ts'
import { axeFaults } from '../../../tests/browser/drive.ts'

const harness = startDesk()

test('a helper gets a link, reads without deciding, and is ended while reading', async () => {
  for (const name of ['Asha Rao', 'Kavin Das']) await apply(harness.server, 'StartupStudio', studio(name, `${name} Works`))
  const desk = await harness.open('/app/people')
  await desk.getByText('Nobody has a link.').waitFor()
  await desk.getByLabel('Name').fill('Meera Iyer')
  await desk.getByLabel('Email').fill('meera@team.example')
  await desk.getByRole('radio', { name: /^Read:/ }).check()
  expect(await axeFaults(desk)).toEqual([])
  await desk.getByRole('button', { name: 'Mail the link' }).click()
  await desk.getByText('reads applications · not opened yet').waitFor()

  const isTo = (to: { readonly address?: string }[] | undefined): boolean => to?.[0]?.address === 'meera@team.example'
  const letter = await harness.server.mail(({ to, text }) => isTo(to) && text?.includes('/entry/link/') === true)
  const link = /\/entry\/link\/\S+/.exec(letter.text ?? '')?.[0] ?? ''
  const helper = await harness.visitor({ viewport: { width: 1280, height: 800 } })
  await helper.goto(link)
  await helper.getByRole('heading', { name: 'Hello Meera Iyer' }).waitFor()
  expect([new URL(helper.url()).pathname, await axeFaults(helper)]).toEqual(['/entry', []])
  await helper.getByRole('button', { name: 'Send me the code' }).click()
  const coded = await harness.server.mail(({ to, text }) => isTo(to) && /^\s*\d{6}\s*$/m.test(text ?? ''))
  await helper.getByLabel('The code from the email').fill(/^\s*(\d{6})\s*$/m.exec(coded.text ?? '')?.[1] ?? '')
  expect(await axeFaults(helper)).toEqual([])
  await helper.getByRole('button', { name: 'Open the desk' }).click()

  await helper.getByText(/^The link of Meera Iyer, who reads applications, until/).waitFor()
  await helper.getByRole('button', { name: 'Kavin Das', exact: true }).click()
  await helper.getByRole('heading', { name: 'Kavin Das', level: 2 }).last().waitFor()
  expect(await helper.getByRole('navigation', { name: 'Desk' }).getByRole('link').allTextContents()).toEqual(['Applications2'])
  for (const name of ['Approve', 'Reject', 'Pitch', 'Delete', 'Star', 'Save notes'])
    expect([name, await helper.getByRole('button', { name }).count()]).toEqual([name, 0])
  // The keys decide nothing either.
  for (const key of ['a', 'd', '*']) await helper.keyboard.press(key)
  expect([await helper.getByRole('alertdialog').count(), await axeFaults(helper)]).toEqual([0, []])
  await helper.goto('/app/outbox')
  await helper.getByRole('heading', { name: 'Your link does not open this page' }).waitFor()
  await helper.getByRole('link', { name: 'To the page Applications' }).click()
  await helper.getByRole('button', { name: 'Asha Rao', exact: true }).waitFor()

  await desk.goto('/app/dashboard')
  await desk.getByText('Unread', { exact: true }).nth(1).waitFor({ state: 'attached' })
  await desk.goto('/app/people')
  await desk.getByText(/last seen/).waitFor()
  await desk.getByRole('button', { name: 'End the link of Meera Iyer' }).click()
  await desk.getByRole('button', { name: 'End', exact: true }).click()
  await desk.getByText('1 link is over').waitFor()
  await helper.waitForURL('**/app')
  expect(await helper.evaluate(() => Object.keys(localStorage).filter((key) => /auth|cached/.test(key)))).toEqual([])
})
