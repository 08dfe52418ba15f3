import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { apply, contact, row, startDesk, studio } from './desk-harness.ts'
import { axeFaults } from './drive.ts'

const harness = startDesk({ DECISION_HOLD_S: '60' })

const pane = (page: Page, name: string) => page.getByRole('region', { name })
const group = (page: Page, name: string) => page.getByRole('group', { name })

let applicants = 0
/** Opens a new application in the pane, or in the details without a pane. Returns the page and the applicant's name. */
async function reading(size?: { width: number; height: number }): Promise<{ readonly page: Page; readonly name: string }> {
  applicants += 1
  const name = `Asha ${applicants}`
  await apply(harness.server, 'StartupStudio', studio(name, `Tamarind ${applicants}`))
  const page = await harness.open('/app/dashboard', size)
  await row(page, name).getByRole('button', { name, exact: true }).click()
  await page.getByRole('heading', { name: 'Scores' }).waitFor()
  return { page, name }
}

describe('scores', () => {
  const stored = async () => (await harness.server.call('/api/rubrics')).body.rubrics.StartupStudio
  const put = async (criteria: readonly object[], revision: number): Promise<void> => {
    const saved = await harness.server.call('/api/rubrics/StartupStudio', 'PUT', { revision, criteria })
    expect(saved.status).toBe(200)
  }

  test('are entered by keys alone, stored, and shown in the row with their total', async () => {
    const { page, name } = await reading()
    await page.keyboard.press('s')
    for (const digit of ['5', '4', '3']) await page.keyboard.press(digit)
    await pane(page, name).getByText('3 of 5 scored').waitFor()
    await row(page, name).getByTitle('3 of 5 scored').waitFor()
    for (const digit of ['2', '1']) await page.keyboard.press(digit)
    // (5 × 3 + 4 × 2 + 3 × 2 + 2 + 1) / 9
    await pane(page, name).getByText('3.6 of 5').waitFor()
    await row(page, name).getByText('3.6').waitFor()
    await page.reload()
    await row(page, name).getByText('3.6').waitFor()
    await row(page, name).getByRole('button', { name, exact: true }).click()
    expect(await group(page, 'Founder').getByRole('radio', { name: '5, Has lived in the problem for years' }).isChecked()).toBe(
      true,
    )
    await pane(page, name).getByText('Founder: none → 5').waitFor()
  })

  test('change by arrows, also while one is saved, are cleared, and are undone', async () => {
    const { page, name } = await reading()
    const fit = group(page, 'Fit with us')
    await fit.getByRole('radio', { name: '2' }).check()
    await page.getByText('Fit with us: 2', { exact: true }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByText('Fit with us: 3', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone', { exact: true }).waitFor()
    await expect.poll(() => fit.getByRole('radio', { name: '2' }).isChecked()).toBe(true)
    await page.keyboard.press('z')
    await expect.poll(() => fit.getByRole('radio', { checked: true }).count()).toBe(0)
    await pane(page, name).getByText('Fit with us, undone: 3 → 2').waitFor()
    await pane(page, name).getByText('Fit with us, undone: 2 → none').waitFor()
    expect(await row(page, name).getByTitle('Score, of 5').count()).toBe(0)
    await fit.getByRole('radio', { name: '4' }).check()
    await page.getByRole('button', { name: 'Clear the score for Fit with us' }).click()
    await expect.poll(() => fit.getByRole('radio', { checked: true }).count()).toBe(0)

    const answer = Promise.withResolvers<void>()
    await page.route('**/scores', async (route) => {
      await answer.promise
      await route.continue()
    })
    await fit.getByRole('radio', { name: '1' }).check()
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    answer.resolve()
    await pane(page, name).getByText('Fit with us: 2 → 3').nth(1).waitFor()
    expect(await fit.getByRole('radio', { name: '3' }).isChecked()).toBe(true)
    expect(await page.getByText('Failed to save the score').count()).toBe(0)
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('stay at the first undo key that comes too late for a decision elsewhere', async () => {
    const id = await apply(harness.server, 'Contact', contact('Late Reader'))
    const { page } = await reading()
    await page.clock.install()
    await group(page, 'Fit with us').getByRole('radio', { name: '4' }).check()
    await page.getByText('Fit with us: 4', { exact: true }).waitFor()
    await row(page, 'Late Reader').getByRole('button', { name: 'Reject Late Reader', exact: true }).click()
    const messages = page.getByRole('region', { name: 'Messages' })
    await messages.getByText('Application rejected successfully').waitFor()
    await page.clock.fastForward(10 * 60_000)
    await page.keyboard.press('u')
    await messages.getByText('Too late to undo').waitFor()
    expect(await group(page, 'Fit with us').getByRole('radio', { name: '4' }).isChecked()).toBe(true)
    // It is said once; the next press is for the change before it.
    await page.keyboard.press('u')
    await expect.poll(() => group(page, 'Fit with us').getByRole('radio', { checked: true }).count()).toBe(0)
    const shown = await page.evaluate(
      (applicationId) => fetch(`/api/applications/${applicationId}`).then((response) => response.json()),
      id,
    )
    expect(shown.application.status).toBe('rejected')
  })

  test('follow the edited rubric; an invalid rubric is refused with a message', async () => {
    const { page } = await reading()
    await page.getByRole('button', { name: 'Edit the rubric' }).click()
    const rubric = page.getByRole('dialog', { name: 'Rubric: Startup Studio' })
    await rubric.getByRole('button', { name: 'Add a criterion' }).click()
    await rubric.getByRole('button', { name: 'Save the rubric' }).click()
    await rubric.getByText('A criterion needs a name').waitFor()
    expect(await axeFaults(page, '[role=dialog]')).toEqual([])
    const added = rubric.getByRole('group', { name: 'Criterion 6' })
    await added.getByLabel('Name').fill('Kindness')
    // A click beside the dialog discards nothing.
    await page.mouse.click(5, 400)
    await rubric.getByRole('group', { name: 'Kindness' }).getByLabel('What a 5 is').fill('Customers are friends')
    await rubric.getByRole('button', { name: 'Remove Use of AI' }).click()
    await rubric.getByRole('button', { name: 'Save the rubric' }).click()
    await rubric.waitFor({ state: 'detached' })
    await group(page, 'Kindness').getByRole('radio', { name: '5, Customers are friends' }).waitFor()
    expect(await group(page, 'Use of AI').count()).toBe(0)
    harness.provoke(/400|saving a rubric/)
  })

  test('for a criterion that another window removed are refused, and it disappears', async () => {
    const { criteria, revision } = await stored()
    await put([...criteria, { ...criteria[0], id: undefined, name: 'For a moment' }], revision)
    const { page } = await reading()
    const removed = group(page, 'For a moment')
    await removed.getByRole('radio').nth(2).waitFor()
    await put(criteria, revision + 1)
    await removed.getByRole('radio', { name: /^4/ }).press('4')
    await page.getByText('The rubric does not have this criterion').waitFor()
    await removed.waitFor({ state: 'detached' })
    harness.provoke(/400|saving a score/)
  })

  test('keep a rubric of another window, which the next dialog shows', async () => {
    const { page } = await reading()
    await page.getByRole('button', { name: 'Edit the rubric' }).click()
    const rubric = page.getByRole('dialog', { name: 'Rubric: Startup Studio' })
    const typed = rubric.getByRole('group').first().getByLabel('Name')
    await typed.fill('Typed here')
    const { criteria, revision } = await stored()
    await put([...criteria.slice(0, -1), { ...criteria.at(-1), name: 'Saved there' }], revision)
    const refusals: number[] = []
    page.on('response', (response) => {
      if (response.request().method() === 'PUT') refusals.push(response.status())
    })
    const save = async () => {
      const loaded = page.waitForResponse('**/api/rubrics')
      await rubric.getByRole('button', { name: 'Save the rubric' }).click()
      await loaded
    }
    await save()
    await rubric.getByText('The rubric was changed in another window.').waitFor()
    await page.locator('fieldset').filter({ hasText: 'Saved there' }).waitFor()
    await save()
    expect(refusals).toEqual([409, 409])
    expect(await typed.inputValue()).toBe('Typed here')
    await rubric.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Edit the rubric' }).click()
    await rubric.getByRole('group', { name: 'Saved there' }).waitFor()
    harness.provoke(/409|saving a rubric/)
  })
})

describe('undo', () => {
  test('keys undo the complete edit of the notes, and the meeting', async () => {
    const { page, name } = await reading()
    const notes = pane(page, name).getByLabel('Notes')
    await notes.fill('First thought.')
    await notes.blur()
    await page.getByText('Notes saved').waitFor()
    await notes.focus()
    await notes.pressSequentially(' And another.')
    let release = (): void => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/applications/*', async (route) => {
      if (route.request().method() === 'PATCH') await released
      await route.continue()
    })
    await notes.blur()
    // Not the edit before it, although this one is still on its way.
    await page.keyboard.press('Control+z')
    await page.getByText('undone as soon as it is saved').waitFor()
    release()
    await expect.poll(() => notes.inputValue()).toBe('First thought.')
    await page.keyboard.press('z')
    await expect.poll(() => notes.inputValue()).toBe('')
    await pane(page, name).getByText('Notes undone').nth(1).waitFor()
    const changed = pane(page, name).getByText('What was changed').nth(1)
    await changed.click()
    expect(await page.locator('details[open] del').textContent()).toBe(' And another.')

    await page.keyboard.press('p')
    await page.getByText('Application pitch successfully').waitFor()
    await row(page, name).getByRole('button', { name, exact: true }).click()
    await pane(page, name).getByLabel('Meeting', { exact: true }).fill('2027-01-05T10:30')
    // The second click of a double click sends nothing.
    await page.getByRole('button', { name: 'Save meeting' }).dblclick()
    await page.getByText('Meeting saved').waitFor()
    // Two undos: the meeting, then the invitation.
    await page.keyboard.press('z')
    await pane(page, name).getByText('Meeting undone: 5 Jan 2027, 10:30 → none').waitFor()
    await page.keyboard.press('z')
    await row(page, name).getByText('Pending').waitFor()
  })
})

describe('the meeting', () => {
  const meetingOf = (page: Page) => page.locator('[data-details]').getByLabel('Meeting', { exact: true })
  const apiOf = (id: string, body: object) => harness.server.call(`/api/applications/${id}`, 'PATCH', body)

  test('of another window is shown, and is not replaced by a time typed before', async () => {
    const id = await apply(harness.server, 'StartupStudio', studio('Meera Das', 'Meera & Co'))
    expect((await apiOf(id, { status: 'pitch' })).status).toBe(200)
    const page = await harness.open(`/app/dashboard?details=${id}`)
    await meetingOf(page).fill('2027-01-05T10:30')
    expect((await apiOf(id, { meeting_scheduled_at: '2027-01-06T12:00:00+05:30' })).status).toBe(200)
    await page.getByText('Set for 6 Jan 2027, 12:00', { exact: true }).waitFor()
    expect(await meetingOf(page).inputValue()).toBe('2027-01-05T10:30')
    const save = page.getByRole('button', { name: 'Save meeting' })
    await save.click()
    await page.getByText('The meeting was changed in another window.').waitFor()
    expect(await meetingOf(page).inputValue()).toBe('2027-01-05T10:30')
    expect(harness.consoleMessages()).toEqual([expect.stringContaining('409'), expect.stringContaining('saving the meeting')])
    await save.click()
    await page.getByText('Set for 5 Jan 2027, 10:30', { exact: true }).waitFor()
    // Without a typed time, the field follows the other window.
    expect((await apiOf(id, { meeting_scheduled_at: null })).status).toBe(200)
    await expect.poll(() => meetingOf(page).inputValue()).toBe('')
  })
})

test('on a phone, in the dark, scores fit and axe finds nothing', async () => {
  const { page } = await reading({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await group(page, 'Founder').getByRole('radio', { name: '3' }).check()
  await page.getByText('Founder: 3', { exact: true }).waitFor()
  expect(await axeFaults(page, '[data-details]')).toEqual([])
  const out = await page
    .locator('[data-scores]')
    .evaluate(
      (scores) => [...scores.querySelectorAll('*')].filter((part) => part.getBoundingClientRect().right > innerWidth).length,
    )
  expect(out).toBe(0)
})
