import { expect, test } from 'vitest'
import { startDesk } from '../../../tests/browser/desk-harness.ts'
import { answersTo, axeFaults, contact, fill, intake, openForm, submitButton, successOf } from '../../../tests/browser/drive.ts'
import { answers } from '../../../tests/support/answers.ts'

const harness = startDesk({ DECISION_HOLD_S: '10' })

/** A quarantined submission: a program fills in the trap. */
const spam = (name: string, formType: 'Contact' | 'Accelerator' = 'Contact') =>
  fetch(`${harness.server.url}/api/submit-application`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{
        formType,
        ...answers(formType, formType === 'Contact' ? { name } : { founderName: name, email: 'asha@loom.example' }),
      },
      knot: 'x',
    }),
  })

test('one key releases a submission with its letter, another deletes all similar ones', async () => {
  const page = await harness.page(true)
  await page.goto('/app/dashboard')
  await page.getByRole('heading', { name: 'Applications', level: 1 }).waitFor()
  for (const name of ['Bot one', 'Bot two', 'Bot three']) expect((await spam(name)).status).toBe(201)
  expect((await spam('Asha Raman', 'Accelerator')).status).toBe(201)
  await page.getByTitle('4 in quarantine').waitFor({ state: 'attached' })
  const list = await harness.page(true)
  await list.goto('/app/quarantine')
  await list.getByText('4 in quarantine').waitFor()
  const current = list.locator('li[aria-current] strong')
  await current.getByText('Asha Raman').waitFor()
  expect(await list.locator('li[aria-current]').getByText('Filled in a field that people do not see').isVisible()).toBe(true)
  expect(await axeFaults(list)).toEqual([])
  await list.keyboard.press('r')
  await list.getByText('3 in quarantine').waitFor()
  await page.getByText('Asha Raman').first().waitFor()
  const mail = await harness.server.mail(({ to }) => to?.some(({ address }) => address === 'asha@loom.example') === true)
  expect(mail.subject).not.toBe('')
  await current.getByText('Bot three').waitFor()
  await list.keyboard.press('j')
  await current.getByText('Bot two').waitFor()
  await list.keyboard.press('d')
  await list.getByRole('heading', { name: 'Delete 3 submissions?' }).waitFor()
  await list.getByRole('button', { name: 'Delete', exact: true }).click()
  await list.getByRole('heading', { name: 'Nothing in quarantine' }).waitFor()
  expect((await harness.server.mails()).filter(({ to }) => to?.some(({ address }) => address?.startsWith('priya.')))).toEqual([])
})

test('the keys stay with their submission when newer ones arrive above it', async () => {
  for (const name of ['Bot four', 'Bot five']) expect((await spam(name)).status).toBe(201)
  const list = await harness.page(true)
  await list.clock.install()
  await list.goto('/app/quarantine')
  const current = list.locator('li[aria-current] strong')
  await current.getByText('Bot five').waitFor()
  expect((await spam('Bot six')).status).toBe(201)
  await list.clock.runFor(61_000)
  await list.getByText('3 in quarantine').waitFor()
  await list.keyboard.press('j')
  await current.getByText('Bot four').waitFor()
  expect((await spam('Bot seven')).status).toBe(201)
  await list.clock.runFor(61_000)
  await list.getByText('4 in quarantine').waitFor()
  await list.getByRole('button', { name: 'Release: Bot six' }).press('Enter')
  await list.getByText('3 in quarantine').waitFor()
  await list.getByText('No longer in quarantine').waitFor()
  expect(await list.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Release: Bot six')
  await current.getByText('Bot four').waitFor()
  await list.keyboard.press('d')
  await list.getByRole('alertdialog').getByText('Bot four').waitFor()
  await list.getByRole('button', { name: 'Delete', exact: true }).click()
  await list.getByRole('heading', { name: 'Nothing in quarantine' }).waitFor()
})

test('a submission that another window released is not reported as deleted', async () => {
  expect((await spam('Bot eight')).status).toBe(201)
  const [list, other] = [await harness.page(true), await harness.page(true)]
  for (const page of [list, other]) await page.goto('/app/quarantine')
  await list.getByRole('button', { name: 'Delete 1 alike: Bot eight' }).click()
  await list.getByRole('heading', { name: 'Delete this submission?' }).waitFor()
  await other.getByRole('button', { name: 'Release: Bot eight' }).click()
  await other.getByText('It is in the list of applications').waitFor()
  await list.getByRole('button', { name: 'Delete', exact: true }).click()
  await list.getByText('It is no longer in quarantine.').waitFor()
  expect(await list.getByText('0 submissions').count()).toBe(0)
})

test('people and screen readers do not reach the trap; a script sends a token', async () => {
  const page = await harness.page()
  const token = page.waitForResponse('**/api/form-token')
  await openForm(page, contact)
  const trap = page.locator('[name=knot]')
  expect([await trap.count(), await page.getByRole('textbox', { name: 'Leave empty' }).count()]).toEqual([1, 0])
  await fill(page, contact, answersTo(contact, 'meena@loom.example'))
  await (await token).finished()
  const sent = page.waitForRequest(intake)
  await submitButton(page).click()
  const body = (await sent).postDataJSON()
  expect([body.formToken, body.knot]).toEqual([expect.stringMatching(/^[\da-f-]{36}\.[\da-f]{32}$/), undefined])
  await successOf(page, contact).waitFor()
})
