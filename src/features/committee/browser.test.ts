import { expect, test } from 'vitest'
import { apply, refused, startDesk, studio } from '../../../tests/browser/desk-harness.ts'
import { axeFaults } from '../../../tests/browser/drive.ts'

const harness = startDesk()

test('the desk makes a round; a member scores on a phone by keyboard, without scripts', async () => {
  for (const [name, company] of [
    ['Asha Rao', 'Loom'],
    ['Kavin Das', 'Tamarind'],
  ] as const)
    await apply(harness.server, 'StartupStudio', studio(name, company))
  const desk = await harness.open('/app/dashboard')
  for (const name of ['Asha', 'Kavin']) await desk.getByRole('checkbox', { name: new RegExp(name) }).check()
  await desk.getByRole('button', { name: 'More for these' }).click()
  await desk.getByRole('button', { name: 'Committee…' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Title, as the committee sees it').fill('First reading')
  const people = dialog.getByLabel(/^People/)
  // As high as its rows, not as one line.
  expect(
    await people.evaluate((field) => field.clientHeight / Number.parseFloat(getComputedStyle(field).lineHeight)),
  ).toBeGreaterThan(4)
  await people.fill('Meera Iyer, meera@reader\nRavi')
  await dialog.getByRole('button', { name: 'Make the links' }).click()
  await dialog.getByRole('alert').getByText('“Meera Iyer, meera@reader”: write a name').waitFor()
  await people.fill('Meera Iyer, meera@reader.example\nRavi')
  expect(await axeFaults(desk, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Make the links' }).click()
  await dialog.getByText('Meera Iyer: on its way by mail').waitFor()
  const link = await dialog.getByLabel('Ravi: send this link yourself').inputValue()
  await dialog.getByRole('button', { name: 'Close' }).click()

  const phone = await harness.visitor({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })
  const tabTo = async (selector: string): Promise<void> => {
    for (let n = 0; n < 60; n += 1) {
      if ((await phone.locator(`${selector}:focus`).count()) > 0) return
      await phone.keyboard.press('Tab')
    }
    throw new Error(`no Tab reaches ${selector}`)
  }
  await phone.goto(link)
  expect(new URL(phone.url()).pathname).toMatch(/^\/committee\/[\da-f-]{36}$/)
  const first = await phone.locator('h2 a').first().textContent()
  await tabTo('h2 a')
  await phone.keyboard.press('Enter')
  await phone.getByRole('heading', { name: first ?? '', level: 1 }).waitFor()
  expect(await phone.locator('main').textContent()).not.toMatch(/Asha|Kavin|98400|@example\.in/)
  await tabTo('[name=score]')
  await phone.keyboard.press('Space')
  for (let n = 0; n < 3; n += 1) await phone.keyboard.press('ArrowRight')
  await tabTo('textarea')
  await phone.keyboard.type('Knows the trade.')
  await tabTo('button[value=next]')
  await phone.keyboard.press('Enter')
  await phone.getByText(/^[12] of 2 ·/).waitFor()
  expect(await phone.getByRole('heading', { level: 1 }).textContent()).not.toBe(first)
  await tabTo('[name=score]')
  await phone.keyboard.press('ArrowUp')
  await phone.getByRole('radio', { name: 'Conflict of interest: I do not score it', checked: true }).waitFor()
  await tabTo('button[value=list]')
  await phone.keyboard.press('Enter')
  await phone.getByText('2 of 2 scored.').waitFor()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  // By keys, where there is a script: what is written at length comes first.
  const keys = await harness.visitor({ viewport: { width: 1280, height: 800 } })
  await keys.goto(link)
  await keys.locator('h2 a').first().click()
  await keys.getByText('Keys: 1 to 5').waitFor()
  const prose = await keys.locator('#answers + div p').boundingBox()
  expect(prose?.y).toBeLessThan(340)
  await keys.keyboard.press('4')
  await keys.keyboard.press('c')
  await keys.keyboard.type(' Twice.')
  await keys.keyboard.press('Control+Enter')
  await keys
    .getByText(/2 of 2 scored|All applications/)
    .first()
    .waitFor()
  await keys.goto(link)
  await keys.locator('h2 a').first().click()
  expect(await keys.getByLabel('Comment').inputValue()).toBe('Knows the trade. Twice.')
  await keys.keyboard.press('j')
  await keys.getByText(/^2 of 2 ·/).waitFor()
  await keys.keyboard.press('k')
  await keys.getByText(/^1 of 2 ·/).waitFor()

  // axe needs a script, which the page itself does not have.
  const scripted = await harness.visitor({ viewport: { width: 360, height: 740 } })
  await scripted.goto(link)
  expect(await axeFaults(scripted)).toEqual([])
  await scripted.locator('h2 a').first().click()
  await scripted.getByRole('heading', { name: 'Your view' }).waitFor()
  expect(await axeFaults(scripted)).toEqual([])

  await desk.goto('/app/committee')
  await desk.getByText('read 2 of 2, scored 2').waitFor()
  const scores = desk.getByRole('row', { name: new RegExp(first ?? '') })
  expect(await scores.getByRole('cell').allTextContents()).toEqual(['4.0', '', '–not opened', '44 of 5', '1'])
  const companies = () => desk.getByRole('rowheader').allTextContents()
  expect((await companies())[0]).toBe(first)
  await desk.getByRole('button', { name: 'Application', exact: true }).click()
  expect(await companies()).toEqual(['Loom', 'Tamarind'])
  await scores.getByRole('button', { name: /^1 comment/ }).click()
  await desk.getByText('Knows the trade. Twice.').waitFor()
  expect(await axeFaults(desk)).toEqual([])
  await desk.setViewportSize({ width: 360, height: 740 })
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await desk.setViewportSize({ width: 1280, height: 800 })
  await desk.getByRole('button', { name: 'Remind one' }).click()
  await desk.getByText('2 to read, link not opened yet · reminded today').waitFor()
  await desk.getByRole('link', { name: 'Those with a score in the list' }).click()
  await desk.getByTitle('Mean of the committee, of 5').getByText('4.0').waitFor()
  expect(new URL(desk.url()).searchParams.get('q')).toBe('committee:>=4')
  await desk.goto('/app/committee')
  await desk.getByRole('link', { name: first ?? '', exact: true }).click()
  await desk.locator('[data-committee]').getByText('Knows the trade. Twice.').first().waitFor()
  await desk.goto('/app/dashboard')
  await desk.getByTitle('Mean of the committee, of 5').getByText('4.0').waitFor()
  await desk.goto('/app/committee')
  await desk.getByRole('button', { name: 'End the link: Ravi' }).click()
  await desk.getByText('link ended').waitFor()
  await phone.reload()
  await phone.getByRole('heading', { name: 'Nothing is open here' }).waitFor()
})

test('a round whose answer is lost is not said to be missing', async () => {
  await apply(harness.server, 'StartupStudio', studio('Rohini Bose', 'Rohini Foundry'))
  harness.provoke(...refused)
  const page = await harness.page(true)
  await page.route('**/api/committees', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.goto(`/app/dashboard?q=Rohini`)
  await page.getByRole('checkbox', { name: /Rohini/ }).check()
  await page.getByRole('button', { name: 'More for these' }).click()
  await page.getByRole('button', { name: 'Committee…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title, as the committee sees it').fill('Lost on its way')
  await dialog.getByLabel(/^People/).fill('Meera')
  await dialog.getByRole('button', { name: 'Make the links' }).click()
  await dialog.getByText('the round may be made').waitFor()
})

test('a score and a comment survive a reload and a lost connection; a save clears them', async () => {
  const ids: string[] = []
  for (const name of ['Nila Raman', 'Oviya Sen'])
    ids.push(await apply(harness.server, 'StartupStudio', studio(name, `${name} Works`)))
  const round = { ids, title: 'Second', members: [{ name: 'Ravi', email: '' }], days: 14, with_names: false, mail: false }
  const { links } = (await harness.server.call('/api/committees', 'POST', round)).body
  const page = await harness.visitor({ viewport: { width: 360, height: 740 } })
  await page.goto(links[0].url)
  const list = page.url()
  await page.locator('h2 a').first().click()
  const first = page.url()
  const [two, comment, note] = [
    page.getByRole('radio', { name: '2', exact: true }),
    page.getByLabel('Comment'),
    page.locator('[data-unsaved]'),
  ]
  const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('committee:')))
  const typed = async () => [await two.isChecked(), await comment.inputValue(), await note.isVisible()]
  expect(await typed()).toEqual([false, '', false])
  await two.check()
  await comment.fill('Knows the sea.')
  await page.reload()
  expect(await typed()).toEqual([true, 'Knows the sea.', true])
  // The post is lost on its way; the page is opened again by the link.
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/chrome-error|committee/)
  await page.context().setOffline(false)
  await page.goto(links[0].url)
  expect([page.url(), await stored()]).toEqual([list, [expect.anything()]])
  await page.goto(first)
  expect(await typed()).toEqual([true, 'Knows the sea.', true])
  await page.getByRole('button', { name: 'Save, then the next' }).click()
  await page.getByText(/^2 of 2 ·/).waitFor()
  expect(await stored()).toEqual([])
  // A refused post is in the page, so the draft is not needed. (The browser itself would ask for a score.)
  await comment.fill('No score yet.')
  await page.locator('form[data-view]').evaluate((form) => {
    ;(form as HTMLFormElement).noValidate = true
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').first().waitFor()
  expect([await comment.inputValue(), await stored()]).toEqual(['No score yet.', []])
  await page.goto(first)
  expect(await typed()).toEqual([true, 'Knows the sea.', false])
  await comment.fill('Knows the sea well.')
  expect(await stored()).toHaveLength(1)
  // A link that has ended leaves nothing.
  const { id } = (await harness.server.call('/api/committees')).body.rounds[0]
  await harness.server.call(`/api/committees/${id}/end`, 'POST')
  await page.reload()
  await page.getByRole('heading', { name: 'Nothing is open here' }).waitFor()
  expect(await stored()).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('what is found for words that were changed meanwhile is not offered', async () => {
  for (const name of ['Pallavi Das', 'Quresh Ali']) await apply(harness.server, 'StartupStudio', studio(name, `${name} Mills`))
  const page = await harness.page(true)
  const [requested, late, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/\/api\/applications\?.*Mills/, async (route) => {
    const response = await route.fetch()
    requested.resolve()
    await late.promise
    // The page may have given it up.
    await route.fulfill({ response }).catch(() => undefined)
    over.resolve()
  })
  await page.goto('/app/committee')
  await page.getByText('A new round', { exact: true }).click()
  const words = page.getByLabel('Applications for a new round')
  await words.fill('Mills')
  await words.press('Enter')
  await requested.promise
  await words.fill('Pallavi')
  await words.press('Enter')
  await page.getByText('1 found').waitFor()
  late.resolve()
  await over.promise
  // An answer after it has arrived, and is shown.
  await page.evaluate(async () => {
    await fetch('/api/applications?limit=1')
    await new Promise(requestAnimationFrame)
  })
  expect(await page.getByText(/^\d+ found$/).textContent()).toBe('1 found')
})
