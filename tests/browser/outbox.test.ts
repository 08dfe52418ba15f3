import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../support/desk.ts'
import { apply, details, startDesk, studio } from './desk-harness.ts'
import { axeFaults } from './drive.ts'

const harness = startDesk({ DECISION_HOLD_S: '10' })

beforeAll(async () => {
  const { body } = await harness.server.call('/api/outbox/hold')
  await harness.server.call('/api/outbox/hold', 'PUT', { hold: { kind: 'by_hand' }, revision: body.revision })
})

const contact = (name: string) => ({ name, email: `${name.toLowerCase()}@example.in`, subject: 'Hello', message: `I am ${name}` })
const messages = async (id: string): Promise<Json[]> => (await harness.server.call(`/api/applications/${id}`)).body.messages

test('rejected, undone, approved with a sentence, sent: exactly one letter', async () => {
  const id = await apply(harness.server, 'Contact', contact('Asha'))
  const page = await harness.open(`/app/dashboard?details=${id}`)
  await details(page).getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByText(/Letter to \S+ waits in the outbox\.$/).waitFor()

  await page.goto('/app/outbox')
  await page.getByRole('button', { name: 'Take back the letter to Asha' }).press('Enter')
  await page.getByText('Asha is pending.').waitFor()
  const takeBack = page.getByRole('button', { name: 'Take back the letter to Asha' })
  await expect.poll(() => takeBack.getAttribute('aria-disabled')).toBe('true')
  await page.getByText('It does not wait any more.').waitFor()
  await takeBack.blur()
  await page.getByRole('heading', { name: 'No letters wait' }).waitFor()

  await page.goto(`/app/dashboard?details=${id}`)
  await details(page).getByText('Decision undone').waitFor()
  await page.keyboard.press('l')
  await page.getByLabel('Add a sentence').fill('See you on Monday.')
  await page.locator('[data-letter]').getByText('See you on Monday.').waitFor()
  await page.getByRole('button', { name: 'Approve with this letter' }).click()
  await details(page).getByText('See you on Monday.').waitFor()

  await page.goto('/app/outbox')
  await page.getByText('See you on Monday.').waitFor()
  await page.getByRole('button', { name: 'Edit the letter to Asha' }).click()
  await page.getByLabel('Add a sentence').fill('See you on Tuesday.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('blockquote').getByText('See you on Tuesday.', { exact: true }).waitFor()
  // The saved text can arrive as an event before the field closes.
  await page.getByLabel('Add a sentence').waitFor({ state: 'detached' })
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Send all 1' }).click()
  await page
    .getByText(/1 letter (is on its way|was sent)/)
    .first()
    .waitFor()

  const mail = await harness.server.mail(({ to }) => to?.some(({ address }) => address === 'asha@example.in') === true)
  expect(mail.text).toContain('See you on Tuesday.')
  const letters = (await harness.server.mails()).filter(({ to }) => to?.some(({ address }) => address === 'asha@example.in'))
  expect(letters.length).toBe(1)
})

test('Answered, and a decision by Shift and its key, close without a letter', async () => {
  const id = await apply(harness.server, 'Contact', contact('Bala'))
  const page = await harness.open(`/app/dashboard?details=${id}`)
  await details(page).getByRole('button', { name: 'Answered' }).click()
  await details(page).getByText('Answered without a letter').waitFor()
  const other = await apply(harness.server, 'StartupStudio', studio('Chitra', 'Chitra & Co'))
  await page.goto(`/app/dashboard?details=${other}`)
  await details(page).getByText('Confirmation to the applicant').waitFor()
  expect(await details(page).getByRole('button', { name: 'Answered' }).count()).toBe(0)
  await page.keyboard.press('Shift+R')
  await details(page).getByText('Status: Pending → Rejected, without a letter').waitFor()
  expect([await messages(id), (await messages(other)).map(({ letter }) => letter)]).toEqual([[], ['confirmation']])
})

test('a decision with a sent letter is reopened with a sentence and corrected', async () => {
  const id = await apply(harness.server, 'Contact', contact('Devi'))
  await harness.server.call(`/api/applications/${id}`, 'PATCH', { status: 'rejected' })
  await harness.server.call('/api/outbox/send', 'POST', { ids: (await messages(id)).map((message) => message.id) })
  await harness.server.mail(({ to }) => to?.some(({ address }) => address === 'devi@example.in') === true)
  const page = await harness.open(`/app/dashboard?details=${id}`, { width: 360, height: 740 })
  await details(page)
    .getByText(/^Sent /)
    .waitFor()
  await details(page).getByRole('button', { name: 'Reopen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reopen the decision?' })
  await dialog.getByLabel('Add a sentence').fill('We read the wrong message.')
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await details(page).getByText('Reopened: Rejected → Pending').waitFor()
  expect((await messages(id)).map(({ letter, state }) => [letter, state])).toEqual([
    ['rejection', 'sent'],
    ['correction', 'waiting'],
  ])
})

test('the outbox sends the filtered letters, and the key m opens it', async () => {
  const ids = [
    await apply(harness.server, 'Contact', contact('Ezhil')),
    await apply(harness.server, 'Contact', contact('Farida')),
  ]
  for (const id of ids) await harness.server.call(`/api/applications/${id}`, 'PATCH', { status: 'approved' })
  const page = await harness.open('/app/dashboard')
  await page.getByRole('article').first().waitFor()
  await page.keyboard.press('m')
  await page.waitForURL('**/app/outbox')
  await page.getByLabel('Name, company or address').fill('farida')
  await page.getByRole('button', { name: 'Send these 1' }).click()
  await page
    .getByText(/1 letter (is on its way|was sent)/)
    .first()
    .waitFor()
  await harness.server.mail(({ to }) => to?.some(({ address }) => address === 'farida@example.in') === true)
  expect((await messages(ids[0] ?? '')).map(({ state }) => state)).toEqual(['waiting'])
})

test('many letters of one kind are one line; their sending says what was sent', async () => {
  const ids: string[] = []
  for (let n = 0; n < 7; n += 1) ids.push(await apply(harness.server, 'Contact', contact(`Many${n}`)))
  await harness.server.call('/api/applications/decide', 'POST', {
    act: 'rejected',
    sentence: 'Too many.',
    applications: ids.map((id) => ({ id })),
  })
  const page = await harness.open('/app/outbox')
  await page.getByText('Rejection, 7 letters').waitFor()
  await page.getByText('Too many.').waitFor()
  const takeBack = page.getByRole('button', { name: 'Take back the letter to Many3' })
  expect(await takeBack.count()).toBe(0)
  await page.getByRole('button', { name: 'Show each' }).click()
  expect(await axeFaults(page)).toEqual([])
  await takeBack.click()
  await page.getByText('Many3 is pending.').waitFor()
  await page.getByRole('button', { name: 'Fold', exact: true }).click()
  await page.mouse.move(720, 5)
  await page.getByRole('button', { name: 'Send these 6' }).click()
  await page.getByText('6 letters were sent', { exact: true }).waitFor()
  expect((await messages(ids[3] ?? '')).map(({ state }) => state)).toEqual(['cancelled'])
})

test('many letters of one kind are taken back together, with their decisions', async () => {
  const ids: string[] = []
  for (let n = 0; n < 7; n += 1) ids.push(await apply(harness.server, 'Contact', contact(`Back${n}`)))
  await harness.server.call('/api/applications/decide', 'POST', { act: 'rejected', applications: ids.map((id) => ({ id })) })
  const page = await harness.open('/app/outbox')
  await page.getByRole('button', { name: 'Take these 7 back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Take these 7 back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  await page.getByText('7 applications are as they were.').waitFor()
  const now = await Promise.all(
    ids.map(async (id) => (await harness.server.call(`/api/applications/${id}`)).body.application.status),
  )
  expect(new Set(now)).toEqual(new Set(['pending']))
  expect(new Set((await Promise.all(ids.map(messages))).flat().map(({ state }) => state))).toEqual(new Set(['cancelled']))
})

describe('a letter that another window changed', () => {
  /** An approval that waits, and the outbox with its editor open. */
  async function editing(name: string): Promise<{ readonly page: Page; readonly id: string }> {
    const id = await apply(harness.server, 'Contact', contact(name))
    await harness.server.call(`/api/applications/${id}`, 'PATCH', { status: 'approved', sentence: 'As it was.' })
    const page = await harness.page(true)
    await page.clock.install()
    await page.goto('/app/outbox')
    await page.getByRole('button', { name: `Edit the letter to ${name}` }).click()
    return { page, id }
  }
  const held = async (id: string): Promise<Json> => (await messages(id)).find(({ state }) => state === 'waiting') ?? {}
  const editor = (page: Page) => page.getByLabel('Add a sentence')
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
  const refused = [expect.stringContaining('409'), expect.stringContaining('editing a letter')]

  test('shows its new text beside what is typed, and is replaced at the second save', async () => {
    const { page, id } = await editing('Gita')
    await editor(page).fill('Typed here.')
    await harness.server.call(`/api/applications/${id}/messages/${(await held(id)).id}`, 'PATCH', { sentence: 'Saved there.' })
    await page.clock.runFor(11_000)
    await page.getByText('Saved there.').waitFor()
    expect(await editor(page).inputValue()).toBe('Typed here.')
    expect(await axeFaults(page)).toEqual([])
    await save(page).click()
    await page.getByText('Not saved: it was changed in another window.').waitFor()
    expect([await editor(page).inputValue(), (await held(id)).sentence]).toEqual(['Typed here.', 'Saved there.'])
    expect(harness.consoleMessages()).toEqual(refused)
    await save(page).click()
    await editor(page).waitFor({ state: 'detached' })
    expect((await held(id)).sentence).toBe('Typed here.')
  })

  test('stays with what is typed when it was sent', async () => {
    const { page, id } = await editing('Hema')
    await editor(page).fill('Typed here.')
    await harness.server.call('/api/outbox/send', 'POST', { ids: [(await held(id)).id] })
    await page.clock.runFor(11_000)
    await page.getByText('does not wait any more').waitFor()
    expect(await editor(page).inputValue()).toBe('Typed here.')
    await save(page).click()
    await page.getByText('It is not waiting any more').waitFor()
    expect(await editor(page).inputValue()).toBe('Typed here.')
    expect(harness.consoleMessages()).toEqual(refused)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.mouse.move(720, 5)
    await page.getByRole('button', { name: 'Edit the letter to Hema' }).waitFor({ state: 'detached' })
  })

  test('is not reported as sent by a button that was pressed too late', async () => {
    const { page, id } = await editing('Indu')
    await harness.server.call('/api/outbox/send', 'POST', { ids: [(await held(id)).id] })
    await page.getByRole('button', { name: 'Send to Indu' }).click()
    await page.getByText('Not sent').waitFor()
    expect(await page.getByText('0 letters').count()).toBe(0)
  })
})

test('a time that another window saved is shown, and is not replaced unseen', async () => {
  const setTo = async (time: string) => {
    const { revision } = (await harness.server.call('/api/outbox/hold')).body
    expect((await harness.server.call('/api/outbox/hold', 'PUT', { hold: { kind: 'until', time }, revision })).status).toBe(200)
  }
  await setTo('16:00')
  const page = await harness.page(true)
  await page.clock.install()
  await page.goto('/app/outbox')
  const time = page.getByLabel('Time, in IST')
  const save = page.getByRole('button', { name: 'Save the time' })
  await time.fill('17:15')
  await save.click()
  await page.getByText('New letters wait this long.').waitFor()
  await setTo('19:00')
  await page.clock.runFor(61_000)
  await expect.poll(() => time.inputValue()).toBe('19:00')
  await time.fill('17:30')
  await setTo('20:00')
  await page.clock.runFor(61_000)
  await page.getByText('Another window saved 20:00.').waitFor()
  expect(await time.inputValue()).toBe('17:30')
  await save.click()
  await page.getByText('This was changed in another window.').waitFor()
  expect(await time.inputValue()).toBe('17:30')
  expect(harness.consoleMessages()).toEqual([expect.stringContaining('409'), expect.stringContaining('how long letters wait')])
  await save.click()
  await page.getByText('Another window saved 20:00.').waitFor({ state: 'detached' })
  expect((await harness.server.call('/api/outbox/hold')).body.hold).toEqual({ kind: 'until', time: '17:30' })
})
