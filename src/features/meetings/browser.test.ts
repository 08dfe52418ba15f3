import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { startDesk } from '../../../tests/browser/desk-harness.ts'
import { axeFaults } from '../../../tests/browser/drive.ts'
import { until } from '../../../tests/support/server.ts'
import { day, hour } from '../../shared/dates.ts'

const desk = startDesk({ DECISION_HOLD_S: '0' })

/** Expects no axe violation and no sideways scroll. */
async function expectSound(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
}

/** A founder who was invited to pitch, with the link of the letter. */
async function invited(name: string): Promise<{ readonly id: string; readonly link: string; readonly email: string }> {
  const { server } = desk
  const email = `${name.toLowerCase()}@example.in`
  const { id, path } = await server.apply('Accelerator', { email, founderName: name, companyName: `${name} Labs` })
  await server.decide(path, 'pitch')
  const letter = await until('the invitation', async () =>
    (await server.mails()).find(({ to, subject }) => to?.[0]?.address === email && subject?.startsWith('An invitation to pitch')),
  )
  const link = /Book your pitch:?\s+(\S+\/my\/\S+)/.exec(letter.text ?? '')?.[1]
  if (link === undefined) throw new Error('the invitation has no private link')
  return { id, link, email }
}

/** Draws a rectangle of times and takes it back; gives Ben the open time of Friday by keys, moves him by a drag, and takes the second back. */
async function drawAndGive(admin: Page, cell: (day: string, time: string) => ReturnType<Page['locator']>): Promise<void> {
  const openTimes = admin.getByRole('button', { name: /, open$/ })
  const before = await openTimes.count()
  const column = (at: number, time: string) => admin.locator(`tr:has(th:text-is('${time}')) td`).nth(at).getByRole('button')
  const names = async () => (await openTimes.evaluateAll((all) => all.map((each) => each.getAttribute('data-at')))).length
  await column(4, '12:00').hover()
  await admin.mouse.down()
  // The pointer crosses none of the cells between.
  await column(6, '14:00').hover()
  await admin.mouse.up()
  await expect.poll(names).toBe(before + 9)
  await admin.keyboard.press('Control+z')
  await expect.poll(names).toBe(before)

  await admin.getByRole('button', { name: 'Set a time for Ben Labs' }).press('Enter')
  await admin.getByText(/Press a time for/).waitFor()
  await cell('Friday', '16:00').press('Enter')
  await cell('Friday', '16:00, taken, Ben Labs').waitFor()
  await admin.getByText('Everybody who is invited has a time.').waitFor()
  await cell('Friday', '16:00').dragTo(cell('Friday', '18:00'))
  await cell('Friday', '18:00, taken, Ben Labs').waitFor()
  // By the arrow keys from one time to the next.
  await cell('Friday', '18:00').focus()
  await admin.keyboard.press('ArrowUp')
  expect(await admin.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Friday.*, 17:00$/)
  await admin.keyboard.press('u')
  await cell('Friday', '16:00, taken, Ben Labs').waitFor()
  await admin.keyboard.press('u')
  await admin.getByRole('button', { name: 'Set a time for Ben Labs' }).waitFor()
  await expectSound(admin)
}

it('the desk opens times; founders in three zones choose, one moves, one cancels', async () => {
  const admin = await desk.open('/app/meetings')
  await admin.getByText('No meetings planned').waitFor()
  await admin.getByText('Nobody is invited.').waitFor()
  // The place is saved when its field is left.
  await admin.getByLabel('Where: a place, or the link of a call').fill('https://video.example/room')
  await admin.keyboard.press('Tab')
  await admin.getByText('Saved.', { exact: true }).waitFor()
  await admin.getByRole('button', { name: 'Later week' }).click()
  const cell = (day: string, time: string) => admin.getByRole('button', { name: new RegExp(`^${day}.*, ${time}`) })
  // One stroke from 9 to 11 on Tuesday, one press on Thursday, and one by a key.
  await cell('Tuesday', '09:00').hover()
  await admin.mouse.down()
  for (const time of ['10:00', '11:00']) await cell('Tuesday', time).hover()
  await admin.mouse.up()
  await expect.poll(() => admin.getByRole('button', { name: /, open$/ }).count()).toBe(3)
  await cell('Thursday', '16:00').click()
  await cell('Thursday', '17:00').press('Enter')
  await expect.poll(() => admin.getByRole('button', { name: /, open$/ }).count()).toBe(5)
  await cell('Thursday', '17:00').click()
  await expect.poll(() => admin.getByRole('button', { name: /, open$/ }).count()).toBe(4)
  await expectSound(admin)
  // Two strokes, of which the first is answered late: the second one waits for it, and both stay.
  const answer = Promise.withResolvers<void>()
  let calls = 0
  await admin.route('**/api/meetings/slots', async (route) => {
    calls += 1
    if (calls === 1) await answer.promise
    await route.continue()
  })
  await cell('Friday', '09:00').click()
  await cell('Friday', '10:00').click()
  expect(calls).toBe(1)
  answer.resolve()
  await expect.poll(() => admin.getByRole('button', { name: /^Friday.*, open$/ }).count()).toBe(2)
  expect(calls).toBe(2)
  for (const time of ['09:00', '10:00']) await cell('Friday', time).click()
  await expect.poll(() => admin.getByRole('button', { name: /^Friday.*, open$/ }).count()).toBe(0)

  const [asha, ben, clara] = [await invited('Asha'), await invited('Ben'), await invited('Clara')]
  const open = async (link: string, timezoneId: string) => {
    const page = await desk.page(false, { width: 360, height: 740 }, timezoneId)
    await page.goto(link)
    await page.getByRole('link', { name: 'Choose a time' }).click()
    await page.getByRole('heading', { name: 'Choose a time', level: 1 }).waitFor()
    return page
  }
  const choose = async (page: Page, day: RegExp, time: string, button: string) => {
    await page
      .getByRole('group', { name: day })
      .getByRole('radio', { name: new RegExp(`^${time}`) })
      .check()
    await page.getByRole('button', { name: button }).click()
    await page.getByText('We meet on').waitFor()
  }

  // Without script, in the zone of the site.
  const first = await desk.visitor({ javaScriptEnabled: false })
  await first.goto(asha.link)
  await first.getByRole('link', { name: 'Choose a time' }).click()
  await first.getByText('Times are in India Standard Time.').waitFor()
  await choose(first, /^Tuesday/, '09:00', 'Choose this time')
  await first.getByText(/Tuesday, .*, 09:00 India Standard Time/).waitFor()

  // Seven hours and a half behind or more: nine in Chennai is the evening before.
  const second = await open(ben.link, 'America/Los_Angeles')
  await second.getByText('Your time (Los Angeles) in bold, India Standard Time below.').waitFor()
  expect(await second.getByRole('group', { name: /^Tuesday/ }).count()).toBe(0)
  expect(
    await second
      .getByRole('group', { name: /^Monday/ })
      .locator('small')
      .allTextContents(),
  ).toEqual(['Tue 10:00', 'Tue 11:00'])
  await expectSound(second)
  await second
    .getByRole('group', { name: /^Monday/ })
    .getByRole('radio')
    .first()
    .check()
  await second.getByRole('button', { name: 'Choose this time' }).click()
  await second.getByText(/^Monday, .*, (20|21):30$/).waitFor()
  await second.getByText(/at your place \(Tuesday, .*, 10:00 India Standard Time\)/).waitFor()
  await expectSound(second)

  const third = await open(clara.link, 'Asia/Tokyo')
  await choose(third, /^Thursday/, '19:30', 'Choose this time')
  await third.getByRole('link', { name: 'Change or cancel the meeting' }).click()
  await third.getByText('You can change or cancel it here until 12 hours before').waitFor()
  await expectSound(third)
  await choose(third, /^Tuesday/, '14:30', 'Move to this time')

  await second.getByRole('link', { name: 'Change or cancel the meeting' }).click()
  await second.getByText('Cancel the meeting', { exact: true }).click()
  await second.getByRole('button', { name: 'Yes, cancel it' }).click()
  await second.getByRole('link', { name: 'Choose a time' }).waitFor()
  const parts = await until('the letters for calendars', async () => {
    const all = (await desk.server.mails()).flatMap(({ to, attachments }) =>
      attachments.filter(({ mimeType }) => mimeType === 'text/calendar').map((part) => [to?.[0]?.address, part.method] as const),
    )
    return new Set(all.map(String)).size >= 4 ? all : undefined
  })
  expect(new Set(parts.map(String))).toEqual(
    new Set([`${asha.email},REQUEST`, `${ben.email},REQUEST`, `${ben.email},CANCEL`, `${clara.email},REQUEST`]),
  )

  await admin.reload()
  const tuesday = admin.getByRole('region', { name: /Tuesday/ })
  await tuesday.getByRole('article').nth(1).waitFor()
  expect(await tuesday.getByRole('article').locator('time').allTextContents()).toEqual(['09:00', '11:00'])
  expect(await tuesday.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Asha Labs', 'Clara Labs'])
  expect(await admin.getByRole('region', { name: 'Not chosen yet' }).getByRole('link').allTextContents()).toEqual(['Ben Labs'])
  await admin.getByRole('button', { name: 'Later week' }).click()
  expect(await cell('Tuesday', '11:00').getAttribute('aria-label')).toMatch(/taken, Clara Labs$/)
  await admin.setViewportSize({ width: 360, height: 740 })
  await expectSound(admin)
  // On a phone a day at a time, by touch.
  await admin.getByRole('group', { name: 'Day' }).getByRole('button', { name: /^Fri/ }).click()
  await cell('Friday', '16:00').click()
  await cell('Friday', '16:00').and(admin.locator('[data-state=slot]')).waitFor()
  expect(await cell('Tuesday', '11:00').isVisible()).toBe(false)
  await admin.setViewportSize({ width: 1280, height: 800 })
  await drawAndGive(admin, cell)
  // A cleared meeting whose time was given to another one: the undo says it, and so do both applications and the page of meetings.
  await admin.goto(`/app/dashboard?details=${clara.id}`)
  const ofClara = admin.getByRole('dialog', { name: 'Clara' })
  const field = ofClara.getByRole('textbox', { name: /^Meeting/ })
  const time = await field.inputValue()
  await field.fill('')
  await ofClara.getByRole('button', { name: 'Save meeting' }).click()
  const undo = admin.getByRole('button', { name: 'Undo', exact: true })
  await undo.waitFor()
  await desk.server.call(`/api/applications/${ben.id}`, 'PATCH', { meeting_scheduled_at: time })
  await undo.click()
  await admin.getByText('At the time of the meeting there is another one: Ben, Ben Labs.').waitFor()
  await ofClara.getByRole('note').getByRole('link', { name: 'Ben, Ben Labs' }).waitFor()
  await ofClara.getByText(/Meeting undone: .*\. Another meeting is at the time of this one/).waitFor()
  await admin.goto('/app/meetings')
  const notes = admin.getByText('At the same time there is another meeting:')
  await expect.poll(() => notes.count()).toBe(2)
  await expectSound(admin)
  // A rejection ends the meeting, and says so.
  await admin.goto(`/app/dashboard?details=${clara.id}`)
  const details = admin.getByRole('dialog', { name: 'Clara' })
  await details.getByRole('button', { name: /^Reject/ }).click()
  await admin.getByText(/The meeting is cancelled\./).waitFor()
  await details.getByText(/Status: Pitch → Rejected, meeting of .* cancelled/).waitFor()
})

it('a closed time is opened again as long as it was', async () => {
  const admin = await desk.page(true)
  const at = new Date((Math.floor(Date.now() / day) + 9) * day + 15 * hour).toISOString()
  const saved = await desk.server.call('/api/meetings/slots', 'PUT', { add: [at], remove: [], minutes: 45 })
  expect(saved.status).toBe(200)
  const lengths = async (): Promise<readonly number[]> => {
    const { slots } = (await desk.server.call('/api/meetings')).body
    return slots.flatMap((slot: { at: string; minutes: number }) => (slot.at === at ? [slot.minutes] : []))
  }
  await admin.goto('/app/meetings')
  await admin.getByRole('button', { name: 'Later week' }).click()
  await admin.getByRole('button', { name: /, 20:30, open$/ }).click()
  await expect.poll(lengths).toEqual([])
  await admin.keyboard.press('Control+z')
  await expect.poll(lengths).toEqual([45])
})
